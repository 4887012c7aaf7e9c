// The treatment of documents whose file the SII refused as a whole: one of them, or the frame, is at fault,
// and the others must not sink with it.
//
// As far as is known, no document of such a file was received and none of its folios used (sii §4.2), so the same signed bytes may
// come again in another envelope. The one doubt is whether the SII ever keeps a document of a file that it refuses. If it did, the
// second arrival would end as a repeat (DTE-3-100): nothing is issued twice.

import { type JobError, jobError } from '../../../jobs/kind'
import { siiSaid } from './job-errors'

/**
 * `reject`: that is the verdict. `part`: the documents go out again in smaller envelopes. `stop`: what is wrong lies
 * outside of the signed documents; they wait until a person has mended it and retries.
 */
export type Treatment = 'reject' | 'part' | 'stop'

/**
 * The treatment of a file of several documents, and of a file of one, whose fault is clear by then.
 */
const TREATMENTS = new Map<string | null, readonly [varios: Treatment, uno: Treatment]>([
  ['RSC', ['part', 'reject']],
  ['RCO', ['part', 'reject']],
  // The envelope's signature is at fault; the SII also says this of a sender without permission.
  ['RFR', ['part', 'stop']],
  // The carátula is the same around all of them, however they are parted.
  ['RCT', ['stop', 'stop']],
  ['VOF', ['stop', 'stop']],
])

/** The codes that turn a file away as a whole: the SII looked at none of its documents. */
export const RECHAZOS_TOTALES: readonly string[] = [...TREATMENTS.keys()].map(String)

/** Whether the code turns a file away as a whole: none of its folios was used. */
export const isRechazoTotal = (codigo: string | null): boolean => TREATMENTS.has(codigo)

/** The treatment of a refused file of so many documents; null when the code refuses none as a whole. */
export const treatmentOf = (codigo: string, documentos: number): Treatment | null =>
  TREATMENTS.get(codigo)?.[documentos > 1 ? 0 : 1] ?? null

/** How documents are parted to find a bad one: 200 take some twenty uploads and three rounds of waiting for the SII. */
export const parteOf = (documentos: number): number => Math.floor(Math.sqrt(documentos))

/** Why stopped documents wait, with what a person can do. */
export function stoppedError(codigo: string | null, glosa: string | null): JobError {
  const sii = siiSaid(codigo, glosa, 'consulta')
  return jobError('SII_ERROR', `El SII rechazó el sobre completo: ${glosa || codigo}`, 'envio', {
    sii,
    accion: `${sii?.solucion ?? 'Corrija la causa'}; luego reintente: se envía el mismo documento firmado`,
  })
}
