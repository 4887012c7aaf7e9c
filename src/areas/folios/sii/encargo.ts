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
  const keyOf = ({ empresaId, ambiente }: Titular, tipoDte: number) => ({ empresaId, ambiente, tipoDte })
  const stoppedBy = (key: ReturnType<typeof keyOf>): string | null => {
    const open = sql.open.get(key)
    return open?.detenida
      ? `El SII puede haber otorgado ya folios del tipo ${key.tipoDte} que no se descargaron: reintente el trabajo ${open.job_id}, o descártelo`
      : null
  }
  return {
    /** Whether a range of the type may stand at the SII that is not here yet. */
    isOpen: (titular: Titular, tipoDte: number): boolean =>
      sql.open.get(keyOf(titular, tipoDte)) !== undefined,
    /** The job that asks for the type by now, for however many; null without one. */
    underWay: (titular: Titular, tipoDte: number): string | null =>
      sql.underWay.get(keyOf(titular, tipoDte)) ?? null,
    /** Why nobody may ask for the type, in words; null where one may. */
    stopped: (titular: Titular, tipoDte: number): string | null => stoppedBy(keyOf(titular, tipoDte)),

    /** Null asks by itself. Refused (INVALID_STATE) while a job of the type stopped behind the point of no return. */
    of(titular: Titular, tipoDte: number, cantidad: ArgsSolicitud['cantidad']): Encargo {
      const key = keyOf(titular, tipoDte)
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
          const stopped = stoppedBy(key)
          if (stopped) throw new AppError('INVALID_STATE', stopped)
          sql.insert.run({ ...key, jobId })
        },
      }
    },
  }
}
