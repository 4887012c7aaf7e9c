// A page of a book, its first line and its totals.

import { Link } from 'wouter'
import type { DataOf } from '../api/client'
import { useApi } from '../api/query'
import { Loaded } from '../shell/loaded'
import { PagedList } from '../shell/paged-list'
import { LinkButton } from '../ui/button'
import { type Column, DataTable } from '../ui/data-table'
import { formatDate, formatNumber, formatPeriod, formatPesos, formatRut, plural } from '../ui/format'
import { Empty } from '../ui/notice'
import { PagedTable } from '../ui/paged-table'
import { SiiStatus, Status } from '../ui/status'
import { shortName } from '../ui/tipo'
import type { View } from './view'

type Libro = DataOf<'GET /v1/libros/ventas/:periodo'>
type Fila = Libro['documentos'][number]
type Guia = DataOf<'GET /v1/libros/guias/:periodo'>[number]

const LIMITE = 50

const amounts = <
  Row extends Pick<Fila, 'monto_exento' | 'monto_neto' | 'monto_iva' | 'monto_total'>,
>(): Column<Row>[] =>
  (
    [
      ['monto_exento', 'Exento'],
      ['monto_neto', 'Neto'],
      ['monto_iva', 'IVA'],
      ['monto_total', 'Total'],
    ] as const
  ).map(([id, title]) => ({
    id,
    title,
    numeric: true,
    before: title,
    ...(id === 'monto_exento' && { extra: true }),
    cell: (row: Row) => formatPesos(row[id]),
  }))

const COLUMNS: readonly Column<Fila>[] = [
  {
    id: 'documento',
    title: 'Documento',
    head: true,
    cell: ({ tipo_dte, folio }) => `${shortName(tipo_dte)} N° ${folio}`,
  },
  { id: 'fecha', title: 'Fecha', cell: ({ fecha_emision }) => formatDate(fecha_emision) },
  {
    id: 'contraparte',
    title: 'Contraparte',
    whole: true,
    cell: ({ razon_social, rut }) => (
      <>
        {razon_social ?? 'Sin nombre'} <small>{formatRut(rut)}</small>
      </>
    ),
  },
  ...amounts<Fila>(),
]

const TOTALS: readonly Column<Libro['totales'][number]>[] = [
  { id: 'tipo', title: 'Tipo', head: true, cell: ({ tipo_dte }) => shortName(tipo_dte) },
  {
    id: 'documentos',
    title: 'Documentos',
    numeric: true,
    before: 'Documentos',
    cell: ({ documentos }) => formatNumber(documentos),
  },
  ...amounts<Libro['totales'][number]>(),
]

interface Props {
  view: View
  onPage: (pagina: number) => void
}

export function Book({ view: { periodo, libro, base, pagina }, onPage }: Props) {
  const common = { params: { periodo } }
  const asked = { limite: LIMITE, pagina }
  const ventas = useApi(
    'GET /v1/libros/ventas/:periodo',
    { ...common, query: { ...asked, base } },
    { conservar: true, activa: libro === 'ventas' },
  )
  const compras = useApi(
    'GET /v1/libros/compras/:periodo',
    { ...common, query: asked },
    { conservar: true, activa: libro === 'compras' },
  )
  const query = libro === 'ventas' ? ventas : compras
  if (query.error?.code === 'PERIOD_NOT_SYNCED')
    return (
      <Empty title={`El registro de ${formatPeriod(periodo)} no se ha leído`}>
        <p>
          {libro === 'ventas'
            ? 'Importe su archivo de ventas, o elija «Lo emitido aquí».'
            : 'Importe su archivo de compras.'}
        </p>
        <LinkButton href={`/registro/${periodo}`}>Ir al registro del mes</LinkButton>
      </Empty>
    )
  return (
    <Loaded query={query}>
      {({ data, paginacion }) => (
        <div className="columna">
          <p>
            <span role="status">{plural(paginacion.total, 'documento')}</span>{' '}
            <small>
              · el mes suma {formatPesos(data.totales.reduce((sum, one) => sum + one.monto_total, 0))} ·{' '}
              {data.aviso}
            </small>
          </p>
          {data.totales.length ? (
            <DataTable
              caption="Totales del mes por tipo"
              columns={TOTALS}
              rows={data.totales}
              rowKey={({ tipo_dte }) => String(tipo_dte)}
            />
          ) : (
            <Empty title="Ningún documento en el mes" />
          )}
          <PagedTable
            caption={`Libro de ${libro}`}
            columns={COLUMNS}
            rows={data.documentos}
            rowKey={({ rut, tipo_dte, folio }) => `${rut} ${tipo_dte} ${folio}`}
            stale={query.isPlaceholderData}
            {...{ paginacion, pagina, onPage }}
          />
        </div>
      )}
    </Loaded>
  )
}

const GUIDE_COLUMNS: readonly Column<Guia>[] = [
  {
    id: 'folio',
    title: 'Guía',
    head: true,
    cell: ({ folio }) => `N° ${folio}`,
  },
  { id: 'fecha', title: 'Fecha', cell: ({ fecha_emision }) => formatDate(fecha_emision) },
  {
    id: 'receptor',
    title: 'Receptor',
    whole: true,
    cell: ({ razon_social, rut }) => (
      <>
        {razon_social ?? 'Sin nombre'} <small>{formatRut(rut)}</small>
      </>
    ),
  },
  {
    id: 'estado',
    title: 'Estado',
    cell: ({ estado, estado_sii }) =>
      estado === 'anulada' ? (
        <Status tone="mal" icon="✕">
          Anulada
        </Status>
      ) : (
        <SiiStatus estado={estado_sii} />
      ),
  },
  {
    id: 'factura',
    title: 'Factura',
    cell: ({ factura }) =>
      factura && (
        <Link href={`/documentos/${factura.tipo_dte}/${factura.folio}`}>
          {shortName(factura.tipo_dte)} N° {factura.folio}
        </Link>
      ),
  },
  { id: 'total', title: 'Total', numeric: true, cell: ({ monto_total }) => formatPesos(monto_total) },
]

export function Guides({ view: { periodo, pagina }, onPage }: Props) {
  const query = useApi(
    'GET /v1/libros/guias/:periodo',
    { params: { periodo }, query: { limite: LIMITE, pagina } },
    { conservar: true },
  )
  return (
    <PagedList
      query={query}
      caption="Libro de guías de despacho"
      columns={GUIDE_COLUMNS}
      rowKey={({ folio }) => String(folio)}
      counted="guía"
      pagina={pagina}
      onPage={onPage}
    >
      <Empty title="Ninguna guía en el mes" />
    </PagedList>
  )
}
