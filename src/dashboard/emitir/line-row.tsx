// One line of the document. A component of its own that renders alone: a key in a line renders that line.

import { type ChangeEvent, lazy, memo, Suspense } from 'react'
import { isTipoDte, tipoDocumento } from '../../domain/dte/tipos'
import { formatNumber, formatPesos } from '../ui/format'
import { fieldId } from './fields'
import { type Column, columnsOf, type Line, productOf } from './form'
import { NameCell } from './name-cell'
import { priceWords } from './products'
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
  /** The person may see the catalogue, and the type has lines of products. */
  catalogo: boolean
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

function Row({ line, at, tipo, amount, faults, open, titles, catalogo, dispatch, onToggle }: LineProps) {
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
            {...{ line, at, column, catalogo, dispatch }}
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

/** In grey what an empty cell comes to: what the product says, else what is usual. */
function placeholderOf(line: Line, column: Column): string | undefined {
  const producto = productOf(line)
  if (producto && column === 'precio') return priceWords(producto)
  if (producto?.unidad && column === 'unidad') return producto.unidad
  return PLACEHOLDER[column]
}

function Cell({
  line,
  at,
  column,
  title,
  fault,
  catalogo,
  dispatch,
}: {
  line: Line
  at: number
  column: Column
  title: string
  fault: string | undefined
  catalogo: boolean
  dispatch: Dispatch
}) {
  const key = `detalle.${line.id}.${column}`
  const named = {
    id: fieldId(key),
    'data-columna': column,
    'aria-label': `${title}, línea ${at}`,
    'aria-invalid': fault ? (true as const) : undefined,
    'aria-describedby': fault ? `${fieldId(key)}-falta` : undefined,
  }
  const control = {
    ...named,
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
      ) : column === 'nombre' && catalogo ? (
        <NameCell {...{ line, at, dispatch }} control={named} />
      ) : (
        <input
          {...control}
          className={NUMERIC.has(column) ? 'entrada numero' : 'entrada'}
          inputMode={DECIMAL.has(column) ? 'decimal' : undefined}
          autoComplete="off"
          placeholder={placeholderOf(line, column)}
        />
      )}
      {column === 'precio' && line.moneda && line.moneda !== 'CLP' && (
        <small className="ayuda">En {line.moneda}, por su valor del día</small>
      )}
      {fault && (
        <span className="falta" id={`${fieldId(key)}-falta`}>
          {fault}
        </span>
      )}
    </td>
  )
}
