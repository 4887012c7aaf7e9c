// The words of a rehearsal: each set with its verdict, each stage behind them, and how the roads ended (areas/certificacion §6).

import type { Io } from './comando'
import { table } from './demo-tabla'
import type { Recorrido } from './ensayo-camino'

/** A road as it was walked. */
export interface Caminado extends Recorrido {
  alcance: string
}

/** Books alone have nothing to simulate: their verdicts are all there is. */
const hasEnd = ({ sets }: Recorrido): boolean => sets.some(({ clase }) => !clase.startsWith('libro_'))

const isAuthorised = ({ etapas }: Recorrido): boolean =>
  etapas.some(({ etapa, bien }) => etapa === 'declaracion' && bien)

const told = (count: number): string =>
  count === 1 ? 'El set terminó SOK' : `Los ${count} sets terminaron SOK`

/** Prints what came of it; whether all of it is good. */
export function reportEnsayo(
  walked: readonly Caminado[],
  pedido: { semilla: string; dialecto: string },
  io: Pick<Io, 'out' | 'err' | 'result'>,
): boolean {
  const sets = walked.flatMap((one) => one.sets)
  const etapas = walked.flatMap(({ alcance, etapas }) => etapas.map((etapa) => ({ alcance, ...etapa })))
  const verdicts = sets.map((one) => [one.clase, one.trackId ?? '-', one.estado, one.veredicto ?? '-'])
  for (const line of table(['Set', 'Track ID', 'Estado', 'Veredicto'], verdicts)) io.out(line)
  if (etapas.length) {
    const stages = etapas.map((one) => [
      one.alcance,
      one.etapa,
      one.bien ? 'conforme' : 'rechazada',
      one.dicho,
    ])
    io.out('')
    for (const line of table(['Camino', 'Etapa', 'Resultado', 'Detalle'], stages)) io.out(line)
    io.out('')
  }
  for (const { clase, razones } of sets) for (const razon of razones) io.err(`${clase}: ${razon}`)
  for (const { etapa, razones } of etapas) for (const razon of razones) io.err(`${etapa}: ${razon}`)
  io.result({ ...pedido, sets, etapas })
  const good = sets.every(({ veredicto }) => veredicto === 'SOK')
  io.out(good ? told(sets.length) : 'Algún set no terminó SOK')
  const due = walked.filter(hasEnd)
  const authorised = due.filter(isAuthorised).map(({ alcance }) => alcance)
  if (authorised.length) io.out(`Autorizada: ${authorised.join(' y ')}`)
  return good && authorised.length === due.length
}
