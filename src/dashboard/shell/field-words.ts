// The API's words about a field, as its label needs them.

import type { DetalleFalla } from '../api/fault'

/** The words without the path, which a label beside them says better: `Falta receptor.giro` is `Falta` at the field. */
export function wordsOf({ campo, mensaje }: Pick<DetalleFalla, 'campo' | 'mensaje'>): string {
  if (!campo) return mensaje
  const rest = mensaje.startsWith(`${campo}: `) ? mensaje.slice(campo.length + 2) : mensaje.replace(campo, '')
  const text = rest
    .replace(/\s+/g, ' ')
    .replace(/\s+([:;,.])/g, '$1')
    // The way to say it here is a box beside the field.
    .replace(/dígalo (con chofer )?en traslado\.no_disponible/, 'marque «No lo tengo»')
    .trim()
  if (text === 'Falta') return 'Falta este dato'
  // The API speaks of the elements of a list.
  if (campo === 'detalle' && /al menos 1 elemento/.test(text)) return 'Agregue al menos una línea'
  return text.charAt(0).toUpperCase() + text.slice(1)
}
