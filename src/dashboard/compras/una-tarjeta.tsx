// `/compras-internacionales/tarjetas/:id`: the movements of a card statement; each is a purchase already, may be one that is here, or
// becomes one (areas/compras-internacionales §4).

import { Link, useLocation, useParams } from 'wouter'
import type { DataOf } from '../api/client'
import { useApiOrNull, useWrite } from '../api/query'
import { useSesion } from '../api/sesion'
import { FaultNotice } from '../shell/fault-notice'
import { useInAddress } from '../shell/in-address'
import { Loaded } from '../shell/loaded'
import { Missing, Page } from '../shell/page'
import { Button } from '../ui/button'
import type { Column } from '../ui/data-table'
import { formatDate, formatNumber, formatPesos, plural } from '../ui/format'
import { Notice } from '../ui/notice'
import { PagedTable } from '../ui/paged-table'
import { LECTURAS, placeIn } from './compra'

type Estado = DataOf<'GET /v1/compras-internacionales/estados-cuenta/:id'>
type Fila = Estado['filas'][number]

const READING_MS = 2500
/** As many as are read by eye. */
const LIMITE = 100

const compraAt = (id: string): string => `/compras-internacionales/${id}`

const COLUMNS: readonly Column<Fila>[] = [
  { id: 'comercio', title: 'Comercio', head: true, cell: ({ comercio }) => comercio },
  { id: 'fecha', title: 'Fecha', cell: ({ fecha }) => formatDate(fecha) },
  { id: 'pais', title: 'País', extra: true, cell: ({ pais }) => pais ?? '' },
  {
    id: 'monto',
    title: 'Monto',
    numeric: true,
    cell: ({ moneda, monto, duda }) => (
      <>
        {formatNumber(monto)} {moneda}
        {duda && <small> ! {duda}</small>}
      </>
    ),
  },
  {
    id: 'pesos',
    title: 'Pesos',
    numeric: true,
    before: 'Pesos',
    cell: ({ monto_clp }) => (monto_clp === null ? '–' : formatPesos(monto_clp)),
  },
]

export default function UnaTarjeta() {
  const { id } = useParams<{ id: string }>()
  const query = useApiOrNull(
    'GET /v1/compras-internacionales/estados-cuenta/:id',
    { params: { id } },
    { cada: (answer) => (answer?.data.estado === 'extrayendo' ? READING_MS : false) },
  )
  return (
    <Loaded query={query}>
      {(answer) =>
        answer ? (
          <Shown estado={answer.data} />
        ) : (
          <Page title="Estado de cuenta">
            <Missing
              what="Ese estado de cuenta"
              list={['/compras-internacionales/tarjetas', 'Estados de cuenta']}
            />
          </Page>
        )
      }
    </Loaded>
  )
}

function Shown({ estado }: { estado: Estado }) {
  const { puede, soloMira } = useSesion()
  const mayAct = puede('compras_int:gestionar') && !soloMira
  const [, navigate] = useLocation()
  const { place: pagina, go } = useInAddress(placeIn(`/compras-internacionales/tarjetas/${estado.id}`))
  const make = useWrite('POST /v1/compras-internacionales/estados-cuenta/:id/filas/:n/compra', ...LECTURAS)
  const what: Column<Fila> = {
    id: 'compra',
    title: 'Compra',
    whole: true,
    cell: ({ n, moneda, monto, comercio, compra_id, sugerencia }) => {
      if (compra_id) return <Link href={compraAt(compra_id)}>Ya es una compra</Link>
      return (
        <span className="acciones">
          {sugerencia && (
            <Link href={compraAt(sugerencia.compra_id)}>
              {sugerencia.confianza >= 0.8 ? 'Parece ser esta compra' : 'Podría ser esta compra'}
            </Link>
          )}
          {mayAct && !monto.startsWith('-') && (
            <Button
              small
              busy={make.isPending && make.variables?.params.n === String(n)}
              aria-label={`Hacer una compra de ${comercio}, ${formatNumber(monto)} ${moneda}`}
              onClick={() => {
                if (!make.isPending)
                  make.mutate(
                    { params: { id: estado.id, n: String(n) } },
                    { onSuccess: ({ data }) => navigate(compraAt(data.id)) },
                  )
              }}
            >
              Hacer compra
            </Button>
          )}
        </span>
      )
    },
  }
  return (
    <Page title={estado.archivo.nombre}>
      <p>
        {estado.tarjeta && `Tarjeta terminada en ${estado.tarjeta} · `}
        <span role="status">
          {estado.estado === 'extrayendo' ? 'Se está leyendo…' : plural(estado.movimientos, 'movimiento')}
        </span>{' '}
        · <Link href="/compras-internacionales/tarjetas">Todos los estados de cuenta</Link>
      </p>
      {estado.motivo && (
        <Notice tone="aviso" quiet>
          <p>{estado.motivo}</p>
        </Notice>
      )}
      {make.error && <FaultNotice fault={make.error} />}
      <PagedTable
        caption={`Movimientos de ${estado.archivo.nombre}`}
        columns={[...COLUMNS, what]}
        rows={estado.filas.slice((pagina - 1) * LIMITE, pagina * LIMITE)}
        rowKey={({ n }) => String(n)}
        paginacion={{ paginas: Math.ceil(estado.filas.length / LIMITE), total: estado.filas.length }}
        pagina={pagina}
        onPage={go}
      />
      {estado.ilegibles.length > 0 && (
        <Notice tone="aviso" title={`${plural(estado.ilegibles.length, 'línea')} sin leer`}>
          <ul>
            {estado.ilegibles.map(({ linea, motivo }) => (
              <li key={linea}>
                Línea {linea}: {motivo}
              </li>
            ))}
          </ul>
        </Notice>
      )}
    </Page>
  )
}
