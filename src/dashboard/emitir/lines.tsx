// The lines as a real table; on a phone each is a card.

import { useCallback, useContext, useMemo, useState } from 'react'
import { type TipoDte, tipoDocumento } from '../../domain/dte/tipos'
import { useSesion } from '../api/sesion'
import { Button } from '../ui/button'
import { CheckField } from '../ui/field'
import { plural } from '../ui/format'
import { Notice } from '../ui/notice'
import { FieldsContext, useFields } from './fields'
import { type Column, columnsOf, isEmptyLine, type Line } from './form'
import { LineRow } from './line-row'
import type { Dispatch, State } from './reducer'
import { saysPrices } from './types'
import { useLineKeys } from './use-line-keys'

const NONE: Readonly<Record<string, string>> = {}
const NUMERIC: readonly Column[] = ['cantidad', 'precio', 'descuento', 'monto']
const COUNTED_FROM = 50

/** The faults of each line under its id, by field. */
function byLine(faults: Readonly<Record<string, string>>): Record<string, Record<string, string>> {
  const found: Record<string, Record<string, string>> = {}
  for (const [key, text] of Object.entries(faults)) {
    const [list, id, field] = key.split('.')
    if (list !== 'detalle' || !id) continue
    found[id] ??= {}
    found[id][field ?? 'nombre'] = text
  }
  return found
}

const inExtras = (faults: Readonly<Record<string, string>>, columns: readonly Column[]): boolean =>
  Object.keys(faults).some((field) => !columns.some((column) => column === field))

export function Lines({
  lines,
  tipo,
  conIva,
  amounts,
  removed,
  dispatch,
}: {
  lines: readonly Line[]
  tipo: TipoDte
  conIva: boolean
  amounts: Readonly<Record<string, number>>
  removed: State['removed']
  dispatch: Dispatch
}) {
  const { lineasMax: max } = tipoDocumento(tipo)
  const columns = columnsOf(tipo)
  const says = saysPrices(tipo)
  const { puede } = useSesion()
  const catalogo = puede('catalogo:leer') && columns.includes('precio')
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set())
  const [left, setLeft] = useState(0)
  const { add, handlers } = useLineKeys(lines, tipo, max, dispatch, setLeft)
  const own = useFields()('detalle')
  const { faults } = useContext(FieldsContext)
  const onToggle = useCallback(
    (id: string) =>
      setOpened((before) => {
        const next = new Set(before)
        if (!next.delete(id)) next.add(id)
        return next
      }),
    [],
  )
  const titles = useMemo(
    (): Record<Column, string> => ({
      ...{ nombre: 'Ítem', cantidad: 'Cantidad', unidad: 'Unidad', descuento: 'Descuento' },
      ...{ tipo_doc_liq: 'Documento que liquida', monto: 'Monto' },
      precio: !says ? 'Precio' : conIva ? 'Precio con IVA' : 'Precio neto',
    }),
    [says, conIva],
  )
  const faultsOf = byLine(faults)
  // Opened for a fault they stay open: a field must not go away under who mends it.
  const hidden = Object.keys(faultsOf).filter(
    (id) => !opened.has(id) && inExtras(faultsOf[id] ?? NONE, columns),
  )
  if (hidden.length) setOpened(new Set([...opened, ...hidden]))
  const last = lines.at(-1)
  return (
    <section className="seccion" aria-label="Líneas">
      <h2>Líneas</h2>
      <table className="tabla emitir-lineas" {...handlers}>
        <caption className="solo-lector">
          Líneas del documento. Enter baja y al final agrega una; Control y Suprimir quita; Alt y flecha
          mueve.
        </caption>
        <thead>
          <tr>
            <th scope="col" className="orden">
              <span className="solo-lector">Línea</span>
            </th>
            {columns.map((column) => (
              <th key={column} scope="col" className={NUMERIC.includes(column) ? `${column} numero` : column}>
                {titles[column]}
              </th>
            ))}
            {!columns.includes('monto') && (
              <th scope="col" className="monto numero">
                Monto
              </th>
            )}
            <th scope="col" className="mas">
              <span className="solo-lector">Más</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {lines.map((line, i) => (
            <LineRow
              key={line.id}
              {...{ line, tipo, titles, catalogo, dispatch, onToggle }}
              at={i + 1}
              open={opened.has(line.id)}
              amount={amounts[line.id]}
              faults={faultsOf[line.id] ?? NONE}
            />
          ))}
        </tbody>
      </table>
      {own.error && <span className="falta">{own.error}</span>}
      <div className="acciones">
        <Button small id={own.id} onClick={add} aria-disabled={lines.length >= max || undefined}>
          Agregar línea
        </Button>
        {says && (conIva || columns.includes('precio')) && (
          <CheckField
            label="Los precios incluyen IVA"
            checked={conIva}
            onChange={(checked) => dispatch({ do: 'gross', conIva: checked })}
          />
        )}
        {lines.length >= COUNTED_FROM && (
          <small>
            {lines.filter((line) => !isEmptyLine(line)).length} de {max} líneas
          </small>
        )}
        <small className="ayuda-teclas">
          <kbd>Enter</kbd> baja · <kbd>Ctrl</kbd> <kbd>Supr</kbd> quita · <kbd>Alt</kbd> <kbd>↑↓</kbd> mueve
          {last && isEmptyLine(last) && ' · se pueden pegar celdas'}
        </small>
      </div>
      {removed && (
        <div className="deshacer" role="status">
          Se quitó «{removed.line.nombre || 'la línea'}».{' '}
          <Button small onClick={() => dispatch({ do: 'line-back' })}>
            Deshacer
          </Button>
        </div>
      )}
      {left > 0 && (
        <Notice tone="aviso" onClose={() => setLeft(0)}>
          <p>
            No cupieron {plural(left, 'fila')}: el documento admite {max} líneas.
          </p>
        </Notice>
      )}
    </section>
  )
}
