// The mailbox for exchange of an issuer (http §19.3): the SII shows it to who logged in with a certificate alone. A look-up does not hang on it.

import type { Ambiente } from '../../domain/ambiente'
import { AppError } from '../../domain/errors'
import type { OperacionPortal } from '../../domain/portal'
import type { Titular } from '../../domain/titular'
import { SiiFault } from '../../sii'
import type { Contribuyentes } from '../../sii/contribuyente'
import type { Acceso, Como, Portal } from '../../sii/portal'

/** A company in an environment; null: somebody who has none yet. */
interface DeQue {
  empresaId: string | null
  ambiente: Ambiente
}

export type Contacto = (de: DeQue, rut: string) => Promise<string | null>

/** The mailbox; null where it has none, and where nobody may be asked for it: no certificate, a refused login, a portal that is out. */
export function createContacto({
  accesoOf,
  portal,
  contribuyentes,
}: {
  accesoOf: (de: Titular, operacion: OperacionPortal, how: Como) => Acceso
  portal: Pick<Portal, 'use'>
  contribuyentes: Pick<Contribuyentes, 'queryContacto'>
}): Contacto {
  return async ({ empresaId, ambiente }, rut) => {
    if (empresaId === null) return null
    try {
      const acceso = accesoOf({ empresaId, ambiente }, 'contribuyente', { prioridad: 'persona' })
      const found = await portal.use(acceso, (sii) => contribuyentes.queryContacto(sii, rut))
      return found === 'no_autorizado' ? null : (found?.email ?? null)
    } catch (fault) {
      // A refused login is told where people look after the portal; the rest of the answer stands without.
      if (fault instanceof AppError || fault instanceof SiiFault) return null
      throw fault
    }
  }
}
