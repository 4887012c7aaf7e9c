// Folios that a person said are used elsewhere, a `siguiente` too high, come back for documents where the SII never received them
// (areas/folios §2).

import type { Database } from 'better-sqlite3'
import type { Clock } from '../../base/clock'
import { faultsError } from '../../domain/errors'
import { chileDate } from '../../domain/fecha'
import type { Titular } from '../../domain/titular'
import type { Disponibles } from './disponibles'
import { looksFrom, PREGUNTAS_MAX, sequence } from './preguntas'
import { segunSii, type Visto } from './set-aside'
import type { OutOfUse } from './sii/out-of-use'
import { prepareAnulaciones } from './sii/statements'

export interface Tramo {
  tipoDte: number
  desde: number
  hasta: number
}

interface Retomado {
  retomados: number
  emitidosFuera: number
  anulados: number
  /** Those in front of one that the SII has: a rejected document may have used them up, which it does not tell. */
  porAnular: number
  disponibles: number
}

const CUENTA = { emitido_fuera: 'emitidosFuera', anulado: 'anulados', por_anular: 'porAnular' } as const

export function createRetomar({
  client,
  clock,
  outOfUse,
  disponibles,
  aroundGain,
}: {
  client: Database
  clock: Clock
  outOfUse: Pick<OutOfUse, 'settle'>
  disponibles: Disponibles
  aroundGain: <T>(titular: Titular, tipoDte: number, gain: () => T) => T
}) {
  const { dichos, lastElsewhere } = prepareAnulaciones(client)
  const partsOf = ({ empresaId, ambiente }: Titular, tramo: Tramo) =>
    dichos.all({ empresaId, ambiente, ...tramo, hoy: chileDate(clock()) })
  type Part = ReturnType<typeof partsOf>[number]

  /** Some further on in the same ranges: whether the SII has one tells what an unknown one in front of it is. */
  function further(titular: Titular, tramo: Tramo, parts: readonly Part[]): number[] {
    const rest = { ...tramo, desde: tramo.hasta + 1, hasta: Number.MAX_SAFE_INTEGER }
    const later = partsOf(titular, rest).filter(({ cafId }) => parts.some((one) => one.cafId === cafId))
    return [...Map.groupBy(later, ({ cafId }) => cafId).values()].flatMap((runs) =>
      looksFrom(runs[0]!.desde, runs.at(-1)!.hasta).filter((folio) =>
        runs.some(({ desde, hasta }) => desde <= folio && folio <= hasta),
      ),
    )
  }

  /** The last folio of a part's range that a document of elsewhere bears, as far as is known; 0 without one. */
  function lastUsed(
    { empresaId, ambiente }: Titular,
    tipoDte: number,
    part: Part,
    vistos: ReadonlyMap<number, Visto>,
  ): number {
    const { cafId, desde, ultimo } = part
    const known = lastElsewhere.get({ empresaId, ambiente, tipoDte, cafId, desde, hasta: ultimo }) ?? 0
    const seen = [...vistos].filter(([folio, visto]) => visto === 'emitido' && folio <= ultimo)
    return seen.reduce((last, [folio]) => Math.max(last, folio), known)
  }

  return {
    /** Those within a run that stand by a person's word alone, and some further on. Throws VALIDATION_ERROR where none does, or too many. */
    asked(titular: Titular, tramo: Tramo): number[] {
      const parts = partsOf(titular, tramo)
      const total = parts.reduce((sum, { desde, hasta }) => sum + hasta - desde + 1, 0)
      if (total > PREGUNTAS_MAX) {
        const mensaje = `Son ${total} folios y se pregunta al SII por ${PREGUNTAS_MAX} a lo más: retómelos por partes`
        throw faultsError([{ campo: 'hasta', regla: 'maximo', mensaje }])
      }
      if (total > 0)
        return [
          ...parts.flatMap(({ desde, hasta }) => sequence(desde, hasta)),
          ...further(titular, tramo, parts),
        ]
      const mensaje = `Ninguno de los folios ${tramo.desde} a ${tramo.hasta} del tipo ${tramo.tipoDte} está apartado por una persona en un rango vigente: GET /v1/dte/folios/huecos los muestra con dicho_por «persona», o con el motivo «Folio saltado a mano»`
      throw faultsError([{ campo: 'desde', regla: 'fuera_de_rango', mensaje }])
    },

    /** Records the SII's answer about each. In the caller's transaction. */
    record(titular: Titular, tramo: Tramo, vistos: ReadonlyMap<number, Visto>): Retomado {
      const sum: Retomado = { retomados: 0, emitidosFuera: 0, anulados: 0, porAnular: 0, disponibles: 0 }
      aroundGain(titular, tramo.tipoDte, () => {
        for (const part of partsOf(titular, tramo)) {
          const last = lastUsed(titular, tramo.tipoDte, part, vistos)
          for (const folio of sequence(part.desde, part.hasta)) {
            const visto = vistos.get(folio)
            if (visto === undefined) continue
            const [estado, motivo] = segunSii(visto)
            const isFree = visto === 'nada' && folio > last
            sum[isFree ? 'retomados' : CUENTA[estado]]++
            outOfUse.settle(
              part.cafId,
              folio,
              folio,
              isFree ? 'libre' : estado,
              estado === 'por_anular' ? motivo : undefined,
            )
          }
        }
      })
      sum.disponibles = disponibles(titular, tramo.tipoDte)
      return sum
    },
  }
}
