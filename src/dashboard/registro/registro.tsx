// `/registro`: the months of purchases and sales that were read, and the way to read more of them (http §26).

import { useState } from 'react'
import { Link, useLocation, useSearchParams } from 'wouter'
import { useApi } from '../api/query'
import { useSesion } from '../api/sesion'
import { pageOf } from '../shell/filters'
import { Operations } from '../shell/operations'
import { Page } from '../shell/page'
import { PagedList } from '../shell/paged-list'
import { Button } from '../ui/button'
import type { Column } from '../ui/data-table'
import { formatNumber, formatPeriod, upperFirst } from '../ui/format'
import { Moment } from '../ui/moment'
import { Empty } from '../ui/notice'
import { StatusWord } from '../ui/status'
import { ImportDialog } from './import-dialog'
import { SyncDialog } from './sync-dialog'
import { ESTADO_PERIODO, type Sincronizacion } from './words'

/** While a month is read its counts move. */
const MOVING_MS = 3000

const COLUMNS: readonly Column<Sincronizacion>[] = [
  {
    id: 'mes',
    title: 'Mes',
    head: true,
    cell: ({ periodo }) => <Link href={`/registro/${periodo}`}>{upperFirst(formatPeriod(periodo))}</Link>,
  },
  {
    id: 'estado',
    title: 'Estado',
    cell: ({ estado }) => <StatusWord of={ESTADO_PERIODO[estado]} />,
  },
  { id: 'ventas', title: 'Ventas', numeric: true, before: 'Ventas', cell: (one) => count(one, 'venta') },
  { id: 'compras', title: 'Compras', numeric: true, before: 'Compras', cell: (one) => count(one, 'compra') },
  {
    id: 'leido',
    title: 'Leído',
    cell: ({ sincronizado_en }) =>
      sincronizado_en ? <Moment at={sincronizado_en} /> : <small>sólo en parte</small>,
  },
]

/** A side that was never read has no number. */
function count({ tramos }: Sincronizacion, lado: 'compra' | 'venta'): string {
  const own = tramos.filter(({ tipo }) => tipo === lado)
  return own.length ? formatNumber(own.reduce((sum, { documentos }) => sum + documentos, 0)) : '–'
}

export default function Registro() {
  const { puede, soloMira } = useSesion()
  const [, navigate] = useLocation()
  const [params] = useSearchParams()
  const pagina = pageOf(params)
  const [open, setOpen] = useState<'importar' | 'traer' | null>(() => (params.has('traer') ? 'traer' : null))
  const [started, setStarted] = useState<string>()
  const query = useApi(
    'GET /v1/rcv',
    { query: { limite: 24, pagina } },
    {
      conservar: true,
      cada: (answer) => Boolean(answer?.data.some(({ estado }) => estado === 'sincronizando')) && MOVING_MS,
    },
  )
  const mayRead = puede('rcv:sincronizar') && !soloMira
  const ways = (
    <>
      <Button tone="primario" onClick={() => setOpen('traer')}>
        Traer del SII
      </Button>
      <Button onClick={() => setOpen('importar')}>Importar archivos</Button>
    </>
  )
  return (
    <Page title="Registro de compras y ventas" actions={mayRead && Boolean(query.data?.data.length) && ways}>
      <Operations base="/v1/rcv" started={started} />
      <PagedList
        query={query}
        caption="Meses leídos, el último primero"
        columns={COLUMNS}
        rowKey={({ periodo }) => periodo}
        pagina={pagina}
        onPage={(to) => navigate(to > 1 ? `/registro?pagina=${to}` : '/registro')}
      >
        <Empty title="Ningún mes leído">
          <p>
            Aquí quedan las compras y las ventas que el SII tiene de la empresa. Tráigalas del SII, o
            descargue los archivos en su sitio, en «Registro de Compras y Ventas», e impórtelos.
          </p>
          {mayRead && <div className="acciones">{ways}</div>}
        </Empty>
      </PagedList>
      {open === 'importar' && <ImportDialog onClose={() => setOpen(null)} />}
      {open === 'traer' && mayRead && <SyncDialog onStarted={setStarted} onClose={() => setOpen(null)} />}
    </Page>
  )
}
