// The book of fees: the boletas de terceros of a month, with what was withheld (http §26).

import { Link } from 'wouter'
import type { DataOf } from '../api/client'
import { useApi } from '../api/query'
import { Loaded } from '../shell/loaded'
import type { Column } from '../ui/data-table'
import { formatDate, formatNumber, formatPesos, formatRut, plural } from '../ui/format'
import { Empty } from '../ui/notice'
import { PagedTable } from '../ui/paged-table'
import type { View } from './view'

type Fila = DataOf<'GET /v1/libros/honorarios/:periodo'>['documentos'][number]

const LIMITE = 50

const amount = (id: 'bruto' | 'retencion' | 'liquido', title: string): Column<Fila> => ({
  ...{ id, title, numeric: true, before: title },
  cell: (row) => formatPesos(row[id]),
})

const COLUMNS: readonly Column<Fila>[] = [
  { id: 'folio', title: 'Número', head: true, cell: ({ folio }) => `N° ${formatNumber(folio)}` },
  { id: 'fecha', title: 'Pagada', cell: ({ fecha }) => formatDate(fecha) },
  {
    id: 'persona',
    title: 'A quién',
    whole: true,
    cell: ({ nombre, rut, estado }) => (
      <>
        {nombre} <small>{formatRut(rut)}</small>
        {estado === 'anulada' && ' (anulada)'}
      </>
    ),
  },
  amount('bruto', 'Bruto'),
  amount('retencion', 'Retención'),
  amount('liquido', 'Líquido'),
]

export function Fees({
  view: { periodo, pagina },
  onPage,
}: {
  view: View
  onPage: (pagina: number) => void
}) {
  const query = useApi(
    'GET /v1/libros/honorarios/:periodo',
    { params: { periodo }, query: { limite: LIMITE, pagina } },
    { conservar: true },
  )
  return (
    <Loaded query={query}>
      {({ data, paginacion }) => (
        <div className="columna">
          <p>
            <span role="status">
              {plural(data.total.documentos, 'boleta vigente', 'boletas vigentes')}:{' '}
              {formatPesos(data.total.bruto)} brutos, {formatPesos(data.total.retencion)} retenidos
            </span>{' '}
            <small>
              · {data.aviso}. <Link href={`/honorarios?mes=${periodo}`}>Ver el mes</Link>
            </small>
          </p>
          <PagedTable
            caption="Libro de honorarios"
            columns={COLUMNS}
            rows={data.documentos}
            rowKey={({ folio }) => String(folio)}
            stale={query.isPlaceholderData}
            {...{ paginacion, pagina, onPage }}
          >
            <Empty title="Ninguna boleta de terceros en el mes" />
          </PagedTable>
        </div>
      )}
    </Loaded>
  )
}
