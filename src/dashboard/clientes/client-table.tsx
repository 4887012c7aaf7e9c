// The rows of the customer book.

import { Link } from 'wouter'
import { RUT_EXTRANJERO } from '../../domain/rut'
import type { DataOf } from '../api/client'
import { DeletedTable } from '../shell/deleted-table'
import { type Column, DataTable } from '../ui/data-table'
import { formatDate, formatNumber, formatPesos, formatRut } from '../ui/format'
import { Moment } from '../ui/moment'
import { shortName } from '../ui/tipo'
import { useRestore } from './use-restore'

type Row = DataOf<'GET /v1/clientes'>[number]

/** The RUT, or the number of who has none. */
export const idOf = ({ rut, extranjero }: Pick<Row, 'rut' | 'extranjero'>): string =>
  rut === RUT_EXTRANJERO ? (extranjero?.num_id ?? '') : formatRut(rut)

const NAME: Column<Row> = {
  id: 'nombre',
  title: 'Razón social',
  head: true,
  cell: (row) => (
    <>
      <Link href={`/clientes/${row.id}`} className="ir">
        {row.razon_social}
      </Link>{' '}
      <small className="fija">{idOf(row)}</small>
    </>
  ),
}
const ABOUT: Column<Row> = { id: 'giro', title: 'Giro', whole: true, cell: ({ giro }) => giro ?? '' }
const WHERE: Column<Row> = {
  id: 'comuna',
  title: 'Comuna',
  extra: true,
  cell: ({ comuna, ciudad }) => comuna ?? ciudad ?? '',
}
const MAIL: Column<Row> = { id: 'correo', title: 'Correo', extra: true, cell: ({ email }) => email ?? '' }
const BILLED: readonly Column<Row>[] = [
  {
    id: 'documentos',
    title: 'Documentos',
    numeric: true,
    before: 'Documentos',
    cell: ({ num_documentos }) => (num_documentos === null ? '' : formatNumber(num_documentos)),
  },
  {
    id: 'facturado',
    title: 'Facturado',
    numeric: true,
    before: 'Facturado',
    cell: ({ total_facturado }) => (total_facturado === null ? '' : formatPesos(total_facturado)),
  },
  {
    id: 'ultimo',
    title: 'Último documento',
    extra: true,
    cell: ({ ultimo_dte }) =>
      ultimo_dte && (
        <Link href={`/documentos/${ultimo_dte.tipo_dte}/${ultimo_dte.folio}`}>
          {shortName(ultimo_dte.tipo_dte)} N° {ultimo_dte.folio}, {formatDate(ultimo_dte.fecha)}
        </Link>
      ),
  },
]

export function ClientTable({ rows, stale }: { rows: readonly Row[]; stale: boolean }) {
  const withMetrics = rows.some(({ metricas_al }) => metricas_al !== null)
  const columns = [NAME, ABOUT, WHERE, MAIL, ...(withMetrics ? BILLED : [])]
  return <DataTable caption="Clientes" columns={columns} rows={rows} rowKey={({ id }) => id} stale={stale} />
}

const DELETED: readonly Column<Row>[] = [
  NAME,
  {
    id: 'cuando',
    title: 'Eliminado',
    cell: ({ eliminado_en }) => eliminado_en && <Moment at={eliminado_en} />,
  },
]

export function DeletedClients({
  rows,
  stale,
  mayChange,
}: {
  rows: readonly Row[]
  stale: boolean
  mayChange: boolean
}) {
  const { restore, bringBack } = useRestore()
  return (
    <DeletedTable
      caption="Clientes eliminados"
      columns={DELETED}
      rows={rows}
      stale={stale}
      restoring={restore.isPending ? restore.variables?.params.id : undefined}
      fault={restore.error}
      onRestore={mayChange ? bringBack : null}
    />
  )
}
