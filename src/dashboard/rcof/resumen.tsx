// The contents of a report: folios used and amounts, a type a row.

import { type Column, DataTable } from '../ui/data-table'
import { formatNumber, formatPesos } from '../ui/format'
import { shortName } from '../ui/tipo'
import { type Resumen, tramosOf } from './days'

const COLUMNS: readonly Column<Resumen>[] = [
  { id: 'tipo', title: 'Documento', head: true, cell: ({ tipo_dte }) => shortName(tipo_dte) },
  {
    id: 'emitidos',
    title: 'Emitidos',
    numeric: true,
    before: 'Emitidos',
    cell: ({ emitidos }) => formatNumber(emitidos),
  },
  {
    id: 'anulados',
    title: 'Anulados',
    numeric: true,
    before: 'Anulados',
    cell: ({ anulados }) => formatNumber(anulados),
  },
  {
    id: 'folios',
    title: 'Folios',
    whole: true,
    cell: ({ rangos, rangos_anulados }) => (
      <>
        {tramosOf(rangos)}{' '}
        {rangos_anulados.length > 0 && <small>anulados: {tramosOf(rangos_anulados)}</small>}
      </>
    ),
  },
  { id: 'neto', title: 'Neto', numeric: true, extra: true, cell: ({ neto }) => formatPesos(neto) },
  { id: 'iva', title: 'IVA', numeric: true, extra: true, cell: ({ iva }) => formatPesos(iva) },
  { id: 'exento', title: 'Exento', numeric: true, extra: true, cell: ({ exento }) => formatPesos(exento) },
  { id: 'total', title: 'Total', numeric: true, before: 'Total', cell: ({ total }) => formatPesos(total) },
]

export const ResumenTable = ({ caption, resumen }: { caption: string; resumen: readonly Resumen[] }) => (
  <DataTable caption={caption} columns={COLUMNS} rows={resumen} rowKey={({ tipo_dte }) => String(tipo_dte)} />
)
