// The way to the SII's portal as the register needs it: whoever knows the credentials hands it in.

import type { Titular } from '../../../domain/titular'
import type { Acceso, Como, Portal } from '../../../sii/portal'

export interface PortalRcv {
  portal: Pick<Portal, 'use'>
  /** Throws PORTAL_CREDENTIALS_MISSING. */
  accesoOf(titular: Titular, operacion: 'rcv', how: Como): Acceso
}
