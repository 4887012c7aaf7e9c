// `programar_para`: when a request may be released (http §1).

import type { Fault } from '../../../domain/errors'
import { parseInstante } from '../../../domain/fecha'

/** Nothing is scheduled further ahead: by then taxes, forms and people are others. */
const MAX_DIAS = 366
const MAX_MS = MAX_DIAS * 86_400_000

/** The instant a body asks for; null when it asks for none, or for one that cannot be read, which the reader notes. */
export function readHour(cuerpo: unknown): Date | null {
  if (typeof cuerpo !== 'object' || cuerpo === null) return null
  const { programar_para: para } = cuerpo as { programar_para?: unknown }
  return typeof para === 'string' ? parseInstante(para) : null
}

/** The faults of a release at `para`, asked for at `now`. */
export function checkHour(para: Date | null, now: Date): Fault[] {
  const campo = 'programar_para'
  if (!para) return []
  if (para <= now) {
    const mensaje = `programar_para debe ser futuro; ahora son las ${now.toISOString()}`
    return [{ campo, regla: 'pasado', mensaje }]
  }
  if (para.getTime() - now.getTime() > MAX_MS) {
    return [{ campo, regla: 'lejano', mensaje: `programar_para admite hasta ${MAX_DIAS} días desde ahora` }]
  }
  return []
}
