// Folios that a person said are used elsewhere, a `siguiente` too high, come back for documents where the SII never received them
// (areas/folios §2).

import type { Database } from 'better-sqlite3'
import type { Clock } from '../../base/clock'
import { faultsError } from '../../domain/errors'
import { chileDate } from '../../domain/fecha'
import type { Disponibles } from './disponibles'
import { PREGUNTAS_MAX, sequence } from './preguntas'
import type { Titular } from './rango'
import type { Visto } from './set-aside'
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
  disponibles: number
}

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
  const { dichos } = prepareAnulaciones(client)
  const partsOf = ({ empresaId, ambiente }: Titular, tramo: Tramo) =>
    dichos.all({ empresaId, ambiente, ...tramo, hoy: chileDate(clock()) })

  return {
    /** Those within a run that stand by a person's word alone. Throws VALIDATION_ERROR where none does, or too many. */
    asked(titular: Titular, tramo: Tramo): number[] {
      const parts = partsOf(titular, tramo)
      const total = parts.reduce((sum, { desde, hasta }) => sum + hasta - desde + 1, 0)
      if (total > PREGUNTAS_MAX) {
        const mensaje = `Son ${total} folios y se pregunta al SII por ${PREGUNTAS_MAX} a lo más: retómelos por partes`
        throw faultsError([{ campo: 'hasta', regla: 'maximo', mensaje }])
      }
      if (total > 0) return parts.flatMap(({ desde, hasta }) => sequence(desde, hasta))
      const mensaje = `Ninguno de los folios ${tramo.desde} a ${tramo.hasta} del tipo ${tramo.tipoDte} está apartado por la palabra de una persona en un rango vigente: GET /v1/dte/folios/huecos los muestra con dicho_por «persona»`
      throw faultsError([{ campo: 'desde', regla: 'fuera_de_rango', mensaje }])
    },

    /** What the SII said of each. In the caller's transaction. */
    take(titular: Titular, tramo: Tramo, vistos: ReadonlyMap<number, Visto>): Retomado {
      const sum: Retomado = { retomados: 0, emitidosFuera: 0, anulados: 0, disponibles: 0 }
      aroundGain(titular, tramo.tipoDte, () => {
        for (const { cafId, desde, hasta } of partsOf(titular, tramo))
          for (const folio of sequence(desde, hasta)) {
            const visto = vistos.get(folio)
            if (visto === undefined) continue
            if (visto === 'nada') sum.retomados++
            else if (visto === 'anulado') sum.anulados++
            else sum.emitidosFuera++
            const estado = visto === 'nada' ? 'libre' : visto === 'anulado' ? 'anulado' : 'emitido_fuera'
            outOfUse.settle(cafId, folio, folio, estado)
          }
      })
      sum.disponibles = disponibles(titular.empresaId, titular.ambiente, tramo.tipoDte)
      return sum
    },
  }
}
