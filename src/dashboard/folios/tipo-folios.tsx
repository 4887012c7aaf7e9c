// The folios of one type: how many, which is next, the ranges, how far they reach.

import { Bar, type Part } from '../ui/bar'
import { Button } from '../ui/button'
import { StockChart } from '../ui/chart'
import { DataTable } from '../ui/data-table'
import { formatDate, formatNumber, plural } from '../ui/format'
import { Notice } from '../ui/notice'
import { Status } from '../ui/status'
import { shortName } from '../ui/tipo'
import { type Pronostico, paceOf, paceWords, reachOf } from './forecast'
import { project, type Rango, remaining, type Stock } from './proyeccion'

export function TipoFolios({
  stock,
  pronostico,
  hoy,
  onPedir,
  onAlerta,
}: {
  stock: Stock
  /** Undefined until it is known. */
  pronostico: Pronostico | undefined
  hoy: string
  onPedir: (() => void) | null
  onAlerta: (() => void) | null
}) {
  const { tipo_dte, disponibles, siguiente, rangos } = stock
  const name = shortName(tipo_dte)
  const puntos = pronostico ? project(rangos, paceOf(pronostico), hoy) : []
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
        <Alcance {...{ stock, pronostico, hoy }} />
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
            Otro programa puede haber usado algunos de estos folios: el rango vino de un archivo, se descargó
            de nuevo, o la base es una copia anterior. Antes de tomar uno se pregunta al SII cuáles tiene; los
            que estén allá quedan entre los huecos de más abajo.
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
          {pronostico && (
            <p>
              {paceOf(pronostico) > 0 && `Se usan ${paceWords(pronostico)}. `}
              {pronostico.motivo}.
            </p>
          )}
          {puntos.length > 1 && (
            <StockChart
              label={`Folios de ${name.toLowerCase()} que quedan`}
              points={puntos}
              limit={
                pronostico?.vence_el && pronostico.se_perderan > 0
                  ? { day: pronostico.vence_el, words: `vence el ${formatDate(pronostico.vence_el)}` }
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

function Estado({ stock: { disponibles, umbral, reposicion_automatica, cantidad } }: { stock: Stock }) {
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
  if (!reposicion_automatica) return null
  return <small>{cantidad === 'pronostico' ? 'Piloto automático' : 'Se reponen solos'}</small>
}

/** Until when they last, and what expires: the earlier of the two first. */
function Alcance({
  stock,
  pronostico,
  hoy,
}: {
  stock: Stock
  pronostico: Pronostico | undefined
  hoy: string
}) {
  if (stock.disponibles === 0 || !pronostico) return <p />
  return (
    <p className="alcance">
      {paceOf(pronostico) === 0 && <span>Sin uso en 90 días</span>}
      {reachOf(pronostico, hoy).map(({ id, words, soon }) => (
        <span key={id} className={soon ? 'pronto' : undefined}>
          {words}
        </span>
      ))}
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
