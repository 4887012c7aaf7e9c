// The way to the SII's portal as the register needs it: whoever knows the credentials hands it in.

import type { Tenant } from '../../../http/tenant'
import type { Acceso, Como, Portal } from '../../../sii/portal'

export interface PortalRcv {
  portal: Pick<Portal, 'use'>
  /** Throws PORTAL_CREDENTIALS_MISSING. */
  accesoOf(quien: Pick<Tenant, 'empresaId' | 'ambiente'>, operacion: 'rcv', how: Como): Acceso
}
