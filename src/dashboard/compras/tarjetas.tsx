// `/compras-internacionales/tarjetas`: card statements, and files of them dropped here (areas/compras-internacionales §4).

import { Link, useLocation } from 'wouter'
import { type DataOf, formOf } from '../api/client'
import { useApi, useWrite } from '../api/query'
import { useSesion } from '../api/sesion'
import { FaultNotice } from '../shell/fault-notice'
import { useInAddress } from '../shell/in-address'
import { notify } from '../shell/notices'
import { Page } from '../shell/page'
import { PagedList } from '../shell/paged-list'
import type { Column } from '../ui/data-table'
import { FileDrop, useFileDrop } from '../ui/file-drop'
import { plural } from '../ui/format'
import { Moment } from '../ui/moment'
import { Empty } from '../ui/notice'
import { placeIn } from './compra'

type Breve = DataOf<'GET /v1/compras-internacionales/estados-cuenta'>[number]

const ENDS = ['.csv', '.pdf']
const READING_MS = 2500

const isReading = ({ estado }: Breve): boolean => estado === 'extrayendo'

const SPELLING = placeIn('/compras-internacionales/tarjetas')

const COLUMNS: readonly Column<Breve>[] = [
  {
    id: 'archivo',
    title: 'Archivo',
    head: true,
    cell: ({ id, archivo }) => <Link href={`/compras-internacionales/tarjetas/${id}`}>{archivo.nombre}</Link>,
  },
  { id: 'tarjeta', title: 'Tarjeta', cell: ({ tarjeta }) => (tarjeta ? `···· ${tarjeta}` : '') },
  {
    id: 'movimientos',
    title: 'Movimientos',
    numeric: true,
    cell: ({ estado, movimientos }) =>
      estado === 'extrayendo'
        ? 'Leyendo…'
        : estado === 'extraido'
          ? plural(movimientos, 'movimiento')
          : 'No se pudo leer',
  },
  { id: 'cuando', title: 'Llegó', extra: true, cell: ({ creado_en }) => <Moment at={creado_en} /> },
]

export default function Tarjetas() {
  const { puede, soloMira } = useSesion()
  const [, navigate] = useLocation()
  const { place: pagina, go } = useInAddress(SPELLING)
  const query = useApi(
    'GET /v1/compras-internacionales/estados-cuenta',
    { query: { pagina } },
    { conservar: true, cada: (answer) => (answer?.data.some(isReading) ? READING_MS : false) },
  )
  const send = useWrite(
    'POST /v1/compras-internacionales/estados-cuenta',
    'GET /v1/compras-internacionales/estados-cuenta',
  )
  const drop = useFileDrop(ENDS, ([file]) => {
    send.mutate(
      { query: {}, body: formOf({ archivo: file! }) },
      {
        onSuccess({ data }) {
          if ('id' in data) navigate(`/compras-internacionales/tarjetas/${data.id}`)
          else notify({ tone: 'espera', title: `${file!.name} quedó guardado y se está leyendo` })
        },
      },
    )
  })
  return (
    <Page title="Estados de cuenta de tarjetas">
      <p>
        De cada movimiento se puede hacer una compra, con la conversión de la tarjeta. Del número de la
        tarjeta se guardan sólo los últimos cuatro dígitos, y el archivo se borra una vez leído.
      </p>
      {puede('compras_int:gestionar') && !soloMira && (
        <FileDrop
          label="Suelte aquí el CSV o el PDF de su banco."
          action="Elegir archivo"
          busy={send.isPending}
          {...drop}
        />
      )}
      {send.error && <FaultNotice fault={send.error} />}
      <PagedList
        query={query}
        caption="Estados de cuenta, el último primero"
        columns={COLUMNS}
        rowKey={({ id }) => id}
        pagina={pagina}
        onPage={go}
      >
        <Empty title="Aún no hay estados de cuenta">
          <p>
            Sirven para las compras que llegan sólo como un cargo en la tarjeta.{' '}
            <Link href="/compras-internacionales">Volver a las compras</Link>
          </p>
        </Empty>
      </PagedList>
    </Page>
  )
}
