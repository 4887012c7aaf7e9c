// The way to the SII's portal as folios need it: whoever knows the credentials hands it in.

import type { Titular } from '../../../domain/titular'
import type { Mesa } from '../../../sii/folios'
import type { Acceso, Como, Conversacion, Portal } from '../../../sii/portal'

export interface PortalFolios {
  portal: Pick<Portal, 'use'>
  /** Throws PORTAL_CREDENTIALS_MISSING and PORTAL_LOCKED. */
  accesoOf(titular: Titular, operacion: 'folios', how: Como): Acceso
  /** How the client of the pages waits; omitted, it really does. */
  sleep?: (ms: number) => Promise<void>
}

/** The pages keep their state by session, so nobody else's steps come between; `gone` lets go of who waits for that. */
export const useFolios = <T>(
  { portal, sleep = Bun.sleep }: PortalFolios,
  acceso: Acceso,
  about: Pick<Mesa, 'rut' | 'tipoDte' | 'pay'>,
  work: (mesa: Mesa) => Promise<T>,
  gone?: AbortSignal,
): Promise<T> =>
  portal.use(acceso, (sii: Conversacion) => work({ ...about, sii, sleep }), { exclusiva: true, gone })
