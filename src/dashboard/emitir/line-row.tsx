// One line of the document. A component of its own that renders alone: a key in a line renders that line.

import { type ChangeEvent, lazy, memo, Suspense } from 'react'
import { isTipoDte, tipoDocumento } from '../../domain/dte/tipos'
import { formatNumber, formatPesos } from '../ui/format'
import { fieldId } from './fields'
import { type Column, columnsOf, type Line } from './form'
import type { Dispatch } from './reducer'

// With the table of taxes: most lines need neither.
const LineExtras = lazy(() => import('./line-extras'))
const SettledSelect = lazy(() => import('./settled-select'))

interface LineProps {
  line: Line
  /** From 1. */
  at: number
  tipo: number
  amount: number | undefined
  /** By name of field, of what is shown. */
  faults: Readonly<Record<string, string>>
  open: boolean
  titles: Readonly<Record<Column, string>>
  dispatch: Dispatch
  onToggle: (id: string) => void
}

const PLACEHOLDER: Partial<Record<Column, string>> = { cantidad: '1', descuento: '% o $' }

const isSame = (a: Readonly<Record<string, string>>, b: Readonly<Record<string, string>>): boolean => {
  const keys = Object.keys(a)
  return keys.length === Object.keys(b).length && keys.every((key) => a[key] === b[key])
}

export const LineRow = memo(
  Row,
  ({ faults, ...before }, { faults: next, ...after }) =>
    isSame(faults, next) &&
    (Object.keys(before) as (keyof typeof before)[]).every((key) => before[key] === after[key]),
)

function Row({ line, at, tipo, amount, faults, open, titles, dispatch, onToggle }: LineProps) {
  const { id } = line
  const columns = columnsOf(tipo)
  const format = isTipoDte(tipo) && tipoDocumento(tipo).monedaExtranjera ? formatNumber : formatPesos
  return (
    <>
      <tr data-linea={id} className={open ? 'linea abierta' : 'linea'}>
        <th scope="row" className="orden">
          <span className="solo-lector">Línea </span>
          {at}
        </th>
        {columns.map((column) => (
          <Cell
            key={column}
            {...{ line, at, column, dispatch }}
            title={titles[column]}
            fault={faults[column]}
          />
        ))}
        {!columns.includes('monto') && (
          <td className="numero monto" data-rotulo="Monto">
            {amount === undefined ? '' : format(amount)}
          </td>
        )}
        <td className="mas">
          <button
            type="button"
            className="boton liso chico"
            aria-expanded={open}
            aria-label={`Más de la línea ${at}`}
            onClick={() => onToggle(id)}
          >
            …
          </button>
        </td>
      </tr>
      {open && (
        <tr className="extras">
          <td colSpan={columns.length + (columns.includes('monto') ? 2 : 3)}>
            <Suspense>
              <LineExtras {...{ line, at, tipo, faults, dispatch }} />
            </Suspense>
          </td>
        </tr>
      )}
    </>
  )
}

const NUMERIC = new Set<Column>(['cantidad', 'precio', 'descuento', 'monto'])
const DECIMAL = new Set<Column>(['cantidad', 'precio'])

function Cell({
  line,
  at,
  column,
  title,
  fault,
  dispatch,
}: {
  line: Line
  at: number
  column: Column
  title: string
  fault: string | undefined
  dispatch: Dispatch
}) {
  const key = `detalle.${line.id}.${column}`
  const control = {
    id: fieldId(key),
    'data-columna': column,
    'aria-label': `${title}, línea ${at}`,
    'aria-invalid': fault ? true : undefined,
    'aria-describedby': fault ? `${fieldId(key)}-falta` : undefined,
    value: line[column],
    onChange: ({ target }: ChangeEvent<HTMLInputElement | HTMLSelectElement>) =>
      dispatch({ do: 'line', id: line.id, field: column, value: target.value }),
  }
  return (
    <td className={column} data-rotulo={title}>
      {column === 'tipo_doc_liq' ? (
        <Suspense>
          <SettledSelect {...control} />
        </Suspense>
      ) : (
        <input
          {...control}
          className={NUMERIC.has(column) ? 'entrada numero' : 'entrada'}
          inputMode={DECIMAL.has(column) ? 'decimal' : undefined}
          autoComplete="off"
          placeholder={PLACEHOLDER[column]}
        />
      )}
      {fault && (
        <span className="falta" id={`${fieldId(key)}-falta`}>
          {fault}
        </span>
      )}
    </td>
  )
}
