// The folios of one type: how many, which is next, the ranges, how far they reach.

import { daysBetween } from '../../domain/fecha'
import { Bar, type Part } from '../ui/bar'
import { Button } from '../ui/button'
import { StockChart } from '../ui/chart'
import { DataTable } from '../ui/data-table'
import { formatDate, formatNumber, plural } from '../ui/format'
import { Notice } from '../ui/notice'
import { Status } from '../ui/status'
import { shortName } from '../ui/tipo'
import { isPronto, type Proyeccion, project, type Rango, remaining, type Stock } from './proyeccion'

export function TipoFolios({
  stock,
  hoy,
  onPedir,
  onAlerta,
}: {
  stock: Stock
  hoy: string
  onPedir: (() => void) | null
  onAlerta: (() => void) | null
}) {
  const { tipo_dte, disponibles, siguiente, rangos } = stock
  const name = shortName(tipo_dte)
  const proyeccion = project(stock, hoy)
  return (
    <li>
      <div className="resumen">
        <div>
          <h2>{name}</h2>
          <Estado stock={stock} />
        </div>
        <p className="cuantos">
          <strong className="cifra">{formatNumber(disponibles)}</strong>{' '}
          {disponibles === 1 ? 'queda' : 'quedan'}
          <small>{siguiente === null ? 'ninguno por tomar' : `sigue el ${formatNumber(siguiente)}`}</small>
        </p>
        <Bar parts={partsOf(rangos)} />
        <Alcance {...{ stock, proyeccion, hoy }} />
        <div className="acciones">
          {onPedir && (
            <Button small onClick={onPedir} aria-label={`Pedir folios de ${name.toLowerCase()}`}>
              Pedir
            </Button>
          )}
          {onAlerta && (
            <Button small onClick={onAlerta} aria-label={`Alerta y reposición de ${name.toLowerCase()}`}>
              Alerta
            </Button>
          )}
        </div>
      </div>
      {stock.por_conciliar && (
        <Notice tone="aviso" title="Por conciliar" quiet>
          <p>
            La base es una copia anterior, o el SII ya tenía uno de estos folios. Antes de la próxima emisión
            se le pregunta cuáles tiene; los que estén allá quedan entre los huecos de más abajo.
          </p>
        </Notice>
      )}
      {stock.advertencias.map(({ code, mensaje }) => (
        <Notice key={`${code} ${mensaje}`} tone="aviso" quiet>
          <p>{mensaje}</p>
        </Notice>
      ))}
      <details>
        <summary>Rangos y proyección</summary>
        <div className="columna">
          <Rangos name={name} rangos={rangos} />
          {proyeccion.puntos.length > 1 && (
            <StockChart
              label={`Folios de ${name.toLowerCase()} que quedan`}
              points={proyeccion.puntos}
              limit={
                proyeccion.vence && proyeccion.vence.sobran > 0
                  ? { day: proyeccion.vence.dia, words: `vence el ${formatDate(proyeccion.vence.dia)}` }
                  : undefined
              }
              format={formatNumber}
            />
          )}
        </div>
      </details>
    </li>
  )
}

function Estado({ stock: { disponibles, umbral, reposicion_automatica } }: { stock: Stock }) {
  if (disponibles === 0)
    return (
      <Status tone="mal" icon="✕">
        Sin folios
      </Status>
    )
  if (umbral !== null && disponibles <= umbral)
    return (
      <Status tone="aviso" icon="!">
        Quedan pocos
      </Status>
    )
  return reposicion_automatica ? <small>Se reponen solos</small> : null
}

/** Until when they last, and what expires: the earlier of the two first. */
function Alcance({ stock, proyeccion, hoy }: { stock: Stock; proyeccion: Proyeccion; hoy: string }) {
  const { alcanza, vence } = proyeccion
  if (stock.disponibles === 0) return <p />
  const lasts = alcanza !== null && (
    <span key="alcanza">
      Alcanza hasta el {formatDate(alcanza)} ({plural(daysBetween(hoy, alcanza), 'día')})
    </span>
  )
  const expires = vence !== null && (
    <span key="vence" className={vence.sobran > 0 && isPronto(vence.dia, hoy) ? 'pronto' : undefined}>
      Vence el {formatDate(vence.dia)}:{' '}
      {vence.sobran > 0 ? `sobrarán ${formatNumber(vence.sobran)}` : 'se usan antes'}
    </span>
  )
  const inOrder =
    alcanza !== null && vence !== null && vence.dia < alcanza ? [expires, lasts] : [lasts, expires]
  return (
    <p className="alcance">
      {stock.dias_estimados === null && <span>Sin uso en 30 días</span>}
      {inOrder}
    </p>
  )
}

/** The ranges as one line: what documents hold, what is left, what expired before anybody used it. */
function partsOf(rangos: readonly Rango[]): Part[] {
  const sum = (some: readonly Rango[], of: (rango: Rango) => number): number =>
    some.reduce((total, rango) => total + of(rango), 0)
  const lost = rangos.filter(({ estado }) => estado === 'vencido')
  const [used, left, gone] = [
    sum(rangos, ({ usados }) => usados),
    sum(
      rangos.filter(({ estado }) => estado === 'vigente'),
      remaining,
    ),
    sum(lost, remaining),
  ]
  return [
    { id: 'usados', value: used, kind: 'lleno', words: plural(used, 'usado') },
    { id: 'libres', value: left, kind: 'libre', words: plural(left, 'libre') },
    { id: 'vencidos', value: gone, kind: 'perdido', words: plural(gone, 'vencido') },
  ]
}

const ESTADO: Readonly<Record<Rango['estado'], string>> = {
  vigente: 'Vigente',
  agotado: 'Agotado',
  vencido: 'Vencido: anule en el SII los que quedan',
}

const Rangos = ({ name, rangos }: { name: string; rangos: readonly Rango[] }) => (
  <DataTable
    caption={`Rangos de ${name.toLowerCase()}`}
    rows={rangos}
    rowKey={({ id }) => id}
    columns={[
      {
        id: 'rango',
        title: 'Folios',
        head: true,
        cell: ({ desde, hasta }) => `${formatNumber(desde)} a ${formatNumber(hasta)}`,
      },
      {
        id: 'quedan',
        title: 'Quedan',
        before: 'Quedan',
        numeric: true,
        cell: (rango) => formatNumber(remaining(rango)),
      },
      {
        id: 'desde',
        title: 'Autorizado',
        before: 'Autorizado',
        cell: ({ fecha_autorizacion }) => formatDate(fecha_autorizacion),
      },
      {
        id: 'vence',
        title: 'Vence',
        before: 'Vence',
        cell: ({ vence_el }) => (vence_el ? formatDate(vence_el) : 'Sin fecha conocida'),
      },
      { id: 'estado', title: 'Estado', cell: ({ estado }) => ESTADO[estado] },
      {
        id: 'origen',
        title: 'Origen',
        extra: true,
        cell: ({ origen }) => (origen === 'carga' ? 'Archivo CAF' : 'Pedido al SII'),
      },
    ]}
  />
)
