// The verdict on a book by the SII's state of its upload (sii §4.3).

import type { EstadoEnvio } from './sii'

const BUENOS = new Set(['LOK', 'LTC'])

/** Null while it is under way, or when the answer is none about a book. LSO is taken as under way: the witnesses disagree. */
export function verdictOfLibro({ codigo, final }: EstadoEnvio): 'aceptado' | 'rechazado' | null {
  if (BUENOS.has(codigo)) return 'aceptado'
  return final && /^[LR]/.test(codigo) ? 'rechazado' : null
}
