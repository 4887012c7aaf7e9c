// The questions to the SII about folios of other programs, and their order (areas/folios §2).

import type { ErrorCode } from '../../domain/errors'
import type { Visto } from './set-aside'

/** Asks for one folio. Throws when the SII does not say. */
export type AskFolio = (folio: number) => Promise<Visto>

/** The SII's state from the folio that a person named as the next. */
export interface Adelante {
  /** The SII's answers about each folio from that one on, up to the last used. */
  vistos: readonly Visto[]
  /** Whether all behind them is free, as far as is asked. */
  completo: boolean
}

/** The SII has nothing from a folio on when it knows none of so many in a row … */
const SEGUIDOS = 5
/** … nor of these further on, and of the last: what was sent and not received leaves holes, and two tills may share a file. */
const MAS_ALLA = [10, 25, 50, 100, 200, 400, 800, 1600, 3200, 6400, 12_800]
/** Questions under way at once. */
const AT_ONCE = 10
/** So many folios the SII is asked of one by one in a request. */
export const PREGUNTAS_MAX = 500
/** Errors of a request that asks the SII about folios. */
export const ERRORES_PREGUNTA: ErrorCode[] = [
  'VALIDATION_ERROR',
  'CERTIFICATE_MISSING',
  'CERTIFICATE_EXPIRED',
  'CERTIFICATE_INVALID',
  'INVALID_STATE',
  'SII_UNAVAILABLE',
]
/** Folios asked about while a person waits; what lies further on is asked about behind the answer. */
const EN_EL_ACTO = 300

/** The folios that tell whether any from `desde` on is used. */
export const looksFrom = (desde: number, hasta: number): number[] =>
  [...sequence(desde, desde + SEGUIDOS - 1), ...MAS_ALLA.map((more) => desde + more), hasta].filter(
    (folio, i, all) => folio <= hasta && all.indexOf(folio) === i,
  )

export async function askAll(folios: readonly number[], askFolio: AskFolio): Promise<Visto[]> {
  const vistos: Visto[] = []
  for (let i = 0; i < folios.length; i += AT_ONCE)
    vistos.push(...(await Promise.all(folios.slice(i, i + AT_ONCE).map(askFolio))))
  return vistos
}

/** Asks from `siguiente` on until the SII knows nothing further. Throws what `askFolio` throws. */
export async function lookAhead(siguiente: number, hasta: number, askFolio: AskFolio): Promise<Adelante> {
  const vistos: Visto[] = []
  for (let desde = siguiente; desde <= hasta; desde = siguiente + vistos.length) {
    const looks = looksFrom(desde, hasta)
    const seen = await askAll(looks, askFolio)
    const known = new Map(looks.map((folio, i) => [folio, seen[i]!]))
    const top = looks.findLast((folio) => known.get(folio) === 'emitido')
    // Annulled ones further on are taken out of the way as of any range that is por conciliar.
    if (top === undefined) return { vistos, completo: !seen.includes('anulado') }
    const run = sequence(desde, top)
    if (vistos.length + run.length > EN_EL_ACTO) return { vistos, completo: false }
    vistos.push(...(await askAll(run, async (folio) => known.get(folio) ?? askFolio(folio))))
  }
  return { vistos, completo: true }
}

export const sequence = (from: number, to: number): number[] =>
  Array.from({ length: Math.max(0, to - from + 1) }, (_, i) => from + i)
