// The one state that a document shows: the SII's verdict, unless something says more of it (dashboard §8).

import type { DataOf } from '../api/client'
import type { Tone } from '../ui/status'
import type { Fila } from './rows'

export type Documento = DataOf<'GET /v1/documentos/:tipo/:folio'>

/** The text in place of the verdict; null leaves the verdict. */
export function estadoPropio(
  fila: Pick<Fila, 'estado' | 'estado_sii'>,
  anulado = false,
): { icon: string; word: string; tone: Tone } | null {
  if (fila.estado_sii === 'rechazado') return null
  if (anulado) return { icon: '⊘', word: 'Anulado', tone: 'neutro' }
  if (fila.estado_sii !== 'no_enviado') return null
  if (fila.estado === 'discarded') return { icon: '⊘', word: 'Descartado', tone: 'neutro' }
  if (isStopped(fila)) return { icon: '✕', word: 'Detenido', tone: 'mal' }
  return null
}

/** Its emission ended before the SII had it, and waits for a person. */
export const isStopped = ({ estado }: Pick<Fila, 'estado'>): boolean =>
  estado === 'failed' || estado === 'dlq'
