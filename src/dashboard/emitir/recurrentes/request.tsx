// The lines of a request, as far as they can be read.

import { type Column, DataTable } from '../../ui/data-table'
import { linesOf, type Shown } from '../borradores/words'

const COLUMNS: readonly Column<Shown>[] = [
  { id: 'nombre', title: 'Ítem', head: true, cell: ({ nombre }) => nombre },
  { id: 'cantidad', title: 'Cantidad', numeric: true, before: 'Cantidad', cell: ({ cantidad }) => cantidad },
  { id: 'precio', title: 'Precio', numeric: true, before: 'Precio', cell: ({ precio }) => precio },
]

export function RequestLines({ solicitud }: { solicitud: Readonly<Record<string, unknown>> }) {
  const lines = linesOf({ solicitud })
  return lines.length ? (
    <DataTable caption="Líneas" columns={COLUMNS} rows={lines} rowKey={({ id }) => String(id)} />
  ) : (
    <p>No tiene líneas.</p>
  )
}
