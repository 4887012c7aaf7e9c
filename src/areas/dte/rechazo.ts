// What becomes of documents whose file the SII refused as a whole: one of them, or the frame around them, is at fault, and
// the others must not sink with it.
//
// The dossier says that no document of such a file was received and none of its folios used (protocol-core §4.3, formato-dte
// §7.1), so the same signed bytes may come again in another envelope. The one doubt is whether the SII ever keeps a document
// of a file that it refuses. If it did, the second arrival would end as a repeat (DTE-3-100): nothing is issued twice.

import type { JobError } from '../../jobs/kind'
import { jobError, siiSaid } from './fallas'

/**
 * `rechazar`: that is the verdict. `repartir`: the documents go out again in smaller envelopes. `retener`: what is wrong lies
 * outside of the signed documents; they wait until a person has mended it and retries.
 */
export type Trato = 'rechazar' | 'repartir' | 'retener'

/** Of a file with several documents, and of one alone, whose fault is told apart by then. */
const TRATOS = new Map<string | null, readonly [varios: Trato, uno: Trato]>([
  ['RSC', ['repartir', 'rechazar']],
  ['RCO', ['repartir', 'rechazar']],
  // Of the envelope's signature, and also said of a sender without permission.
  ['RFR', ['repartir', 'retener']],
  // The carátula is the same around all of them, however they are parted.
  ['RCT', ['retener', 'retener']],
  ['VOF', ['retener', 'retener']],
])

/** The codes that turn a file away as a whole: the SII looked at none of its documents. */
export const RECHAZOS_TOTALES: readonly string[] = [...TRATOS.keys()].map(String)

/** Whether the code turns a file away as a whole: none of its folios was used. */
export const isRechazoTotal = (codigo: string | null): boolean => TRATOS.has(codigo)

/** What is done about a refused file of so many documents; null when the code refuses none as a whole. */
export const tratoOf = (codigo: string, documentos: number): Trato | null =>
  TRATOS.get(codigo)?.[documentos > 1 ? 0 : 1] ?? null

/** How documents are parted to find a bad one: 200 take some twenty uploads and three rounds of waiting for the SII. */
export const parteOf = (documentos: number): number => Math.floor(Math.sqrt(documentos))

/** Why held documents wait, with what a person can do. */
export function retenidoError(codigo: string | null, glosa: string | null): JobError {
  const sii = siiSaid(codigo, glosa, 'consulta')
  return jobError('SII_ERROR', `El SII rechazó el sobre completo: ${glosa || codigo}`, 'envio', {
    sii,
    accion: `${sii?.solucion ?? 'Corrija la causa'}; luego reintente: se envía el mismo documento firmado`,
  })
}
