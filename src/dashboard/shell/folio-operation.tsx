// An operation on folios at the SII: the steps of a request with the one that cannot be undone, and what came of each kind
// (areas/folios).

import type { TipoTrabajo } from '../../domain/trabajos'
import { formatNumber, plural } from '../ui/format'
import { Notice } from '../ui/notice'
import { type Step, Timeline } from '../ui/timeline'
import { shortName } from '../ui/tipo'
import type { Operacion, OperacionDe } from './operation'

type Resultado = NonNullable<OperacionDe<'/v1/dte/folios'>['result']>

/** In their order, as the server writes them before the page of each. */
const PASOS = [
  ['pedida', 'Se pide la cantidad'],
  ['confirmada', 'El SII propone el rango'],
  ['otorgada', 'El SII lo otorga: desde aquí no se deshace'],
  ['descargada', 'Se descarga su archivo'],
  ['cargada', 'Queda cargado'],
] as const

/** How far a request for folios is; before its first step is known, at the first. */
export function stepsOf({ estado, progreso }: Pick<Operacion, 'estado' | 'progreso'>): Step[] {
  const at = estado === 'completed' ? PASOS.length : PASOS.findIndex(([id]) => id === progreso?.paso)
  const here = Math.max(0, at)
  return PASOS.map(([id, title], i) => ({
    id,
    title,
    at: null,
    ...(i < here
      ? { icon: '✓', tone: 'bien' as const }
      : i === here
        ? { icon: '◐', tone: 'espera' as const }
        : { icon: '○', tone: 'neutro' as const }),
  }))
}

export const FolioSteps = ({ operacion }: { operacion: Operacion }) => (
  <Timeline label="Pasos del pedido" steps={stepsOf(operacion)} />
)

const range = (desde: number, hasta: number): string =>
  desde === hasta ? formatNumber(desde) : `${formatNumber(desde)} a ${formatNumber(hasta)}`

export function FolioResult({
  tipo,
  objeto,
  result,
}: {
  tipo: TipoTrabajo
  objeto: string
  result: Resultado
}) {
  const [codigo = ''] = objeto.split('/')
  const name = shortName(Number(codigo)).toLowerCase()
  if ('anulados' in result) return <Annulled {...result} />
  if ('usados' in result)
    return (
      <Notice tone="bien" quiet title={`Folios ${range(result.desde, result.hasta)} de ${name}, cargados`}>
        <p>Antes de tomar el primero se pregunta al SII cuáles se usaron en otra parte.</p>
        {result.advertencias.map(({ code, mensaje }) => (
          <p key={code}>{mensaje}</p>
        ))}
      </Notice>
    )
  const { desde, hasta, cantidad, solicitada, max_autorizado, sin_usar_sii } = result
  if (tipo !== 'folios.solicitar' || desde === null || hasta === null)
    return <Notice tone="neutro" quiet title="No hizo falta pedir: quedaban folios" />
  const fewer = typeof solicitada === 'number' && cantidad < solicitada
  return (
    <Notice
      tone={fewer ? 'aviso' : 'bien'}
      quiet
      title={`Folios ${range(desde, hasta)} de ${name}, cargados`}
    >
      {fewer && (
        <p>
          Se pidieron {formatNumber(solicitada)}
          {max_autorizado === null
            ? ' y el SII dio menos.'
            : `: el SII autoriza ${formatNumber(max_autorizado)} a lo más por ahora.`}
        </p>
      )}
      {sin_usar_sii !== null && sin_usar_sii > 0 && (
        <p>El SII contaba {plural(sin_usar_sii, 'folio')} sin usar de antes.</p>
      )}
    </Notice>
  )
}

type Anulacion = Extract<Resultado, { anulados: unknown }>

const ANULACION: Readonly<Record<Anulacion['estado'], readonly ['bien' | 'aviso' | 'mal', string]>> = {
  anulado: ['bien', 'Todos quedaron anulados en el SII'],
  parcial: ['aviso', 'El SII anuló una parte'],
  rehusado: ['mal', 'El SII no anuló ninguno'],
}

function Annulled({ estado, anulados, rehusados }: Anulacion) {
  const [tone, title] = ANULACION[estado]
  return (
    <Notice tone={tone} quiet title={title}>
      {anulados.length > 0 && (
        <p>
          Anulados: {(anulados as [number, number][]).map(([desde, hasta]) => range(desde, hasta)).join(', ')}
          .
        </p>
      )}
      {rehusados.length > 0 && (
        <>
          <p>Rehusados, con lo que dijo el SII:</p>
          <ul>
            {rehusados.map(({ folio, glosa }) => (
              <li key={folio}>
                {formatNumber(folio)}: <q>{glosa}</q>
              </li>
            ))}
          </ul>
        </>
      )}
    </Notice>
  )
}
