// A request for folios as it is queued (areas/folios §1), by a person or by itself.

import type { Database } from 'better-sqlite3'
import { AppError } from '../../../domain/errors'
import type { Titular } from '../../../domain/titular'
import type { Encargo } from '../../trabajos'
import { prepareSolicitudes } from './statements'

export const SOLICITAR = 'folios.solicitar'

export interface ArgsSolicitud {
  tipo_dte: number
  /** Null: what the type is set to ask for by itself. */
  cantidad: number | 'max' | null
}

export type EncargoSolicitud = ReturnType<typeof createEncargoSolicitud>

export function createEncargoSolicitud(client: Database) {
  const sql = prepareSolicitudes(client)
  return {
    /** Whether a range of the type may stand at the SII that is not here yet. */
    isOpen: (titular: Titular, tipoDte: number): boolean =>
      sql.open.get({ empresaId: titular.empresaId, ambiente: titular.ambiente, tipoDte }) !== undefined,

    /** Null asks by itself. Refused (INVALID_STATE) while a job of the type stopped behind the point of no return. */
    of({ empresaId, ambiente }: Titular, tipoDte: number, cantidad: ArgsSolicitud['cantidad']): Encargo {
      const key = { empresaId, ambiente, tipoDte }
      const args: ArgsSolicitud = { tipo_dte: tipoDte, cantidad }
      return {
        tipo: SOLICITAR,
        // An automatic request learns at its run that the plan has no units left.
        operacion: 'solicitud_folios',
        units: cantidad === null ? 0 : 1,
        clave: `${tipoDte}:${cantidad ?? 'auto'}`,
        objeto: String(tipoDte),
        args,
        write(jobId) {
          const open = sql.open.get(key)
          if (open?.detenida)
            throw new AppError(
              'INVALID_STATE',
              `El SII puede haber otorgado ya folios del tipo ${tipoDte} que no se descargaron: reintente el trabajo ${open.job_id}, o descártelo`,
            )
          sql.insert.run({ ...key, jobId })
        },
      }
    },
  }
}
