// The requirements of a company that sends a report (areas/rcof §2).

import { AppError } from '../../domain/errors'
import type { Titular } from '../../domain/titular'
import { type Emisores, loadFirmante } from '../dte'

/** Throws what keeps the company from sending anything. */
export function checkEmisor(emisores: Emisores, { empresaId, ambiente }: Titular, now: Date): void {
  loadFirmante(emisores, { empresaId, ambiente }, now)
  if (!emisores.get({ empresaId, ambiente }).resolucion)
    throw new AppError(
      'INVALID_STATE',
      `Falta la resolución del SII de la empresa para el ambiente ${ambiente}`,
    )
}
