// An answer about an envío whose parts deny each other: then nobody knows what the SII decided, and it is asked again
// (sii §4.2: acceptance stands in the counters, rejection in the state).

import type { EstadoEnvio } from './sii'

/** States that say that nothing of the envío was accepted. */
const RECHAZOS = new Set(['RSC', 'RFR', 'RCT', 'RCO', 'RCH'])
const ACEPTACIONES = new Set(['RPR', 'RLV'])

/** The advice about it, in Spanish. */
export const REMEDIO_CONTRADICCION =
  'Espere: Timbre vuelve a preguntar. Si persiste, consulte a la mesa de ayuda del SII con el Track ID'

/** The contradiction in an answer, in Spanish; null of one that agrees with itself. */
export function contradiccion({ codigo, resumen }: EstadoEnvio): string | null {
  const sum = (key: 'aceptados' | 'rechazados' | 'reparos') =>
    resumen.reduce((total, fila) => total + fila[key], 0)
  const aceptados = sum('aceptados') + sum('reparos')
  const rechazados = sum('rechazados')
  // A boleta envío of which one document was rejected may be RCH as a whole: only where none was, do they deny each other.
  const denies =
    (RECHAZOS.has(codigo) && aceptados > 0 && (codigo !== 'RCH' || rechazados === 0)) ||
    (ACEPTACIONES.has(codigo) && aceptados === 0 && rechazados > 0) ||
    resumen.some((fila) => fila.aceptados + fila.rechazados > fila.informados)
  if (!denies) return null
  return `El SII se contradice: estado ${codigo} con ${aceptados} aceptados y ${rechazados} rechazados; se le vuelve a preguntar`
}
