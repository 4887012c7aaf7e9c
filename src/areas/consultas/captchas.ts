// Pictures that wait to be read by a person (http §19.4). In memory: a server that starts anew shows another one.

import type { Clock } from '../../base/clock'
import type { NewId } from '../../base/id'
import type { Captcha } from '../../sii/contribuyente'

/** The account that may answer the captcha, and the company that it concerns. */
export interface Pregunta {
  cuentaId: string
  empresaId: string
  ambiente: string
  rut: string
}

interface Pendiente {
  pregunta: Pregunta
  captcha: Captcha
  expiraAt: number
}

/** How long a picture is shown; the SII says nothing of it (ours). */
const VIDA_MS = 5 * 60_000
const PENDIENTES_MAX = 1000

const keyOf = ({ cuentaId, empresaId, ambiente, rut }: Pregunta): string =>
  JSON.stringify([cuentaId, empresaId, ambiente, rut])

export type Captchas = ReturnType<typeof createCaptchas>

export function createCaptchas({ clock, newId }: { clock: Clock; newId: NewId }) {
  const pending = new Map<string, Pendiente>()
  return {
    /** Names a picture until it expires. */
    put(pregunta: Pregunta, captcha: Captcha): { id: string; expiraEn: string } {
      const now = clock().getTime()
      for (const [id, { expiraAt }] of pending) if (expiraAt <= now) pending.delete(id)
      // Beyond any number of people: the oldest gives way.
      if (pending.size >= PENDIENTES_MAX) pending.delete(pending.keys().next().value!)
      const id = newId('cap')
      const expiraAt = now + VIDA_MS
      pending.set(id, { pregunta, captcha, expiraAt })
      return { id, expiraEn: new Date(expiraAt).toISOString() }
    },

    /** The picture of an id, which serves once; null for one that is unknown, expired, or of another question. */
    consume(id: string, pregunta: Pregunta): Captcha | null {
      const found = pending.get(id)
      if (!found || keyOf(found.pregunta) !== keyOf(pregunta)) return null
      pending.delete(id)
      return found.expiraAt > clock().getTime() ? found.captcha : null
    },
  }
}
