// Which report a request brings about, decided in the transaction that queues it (areas/rcof §2).

import type { Clock } from '../../base/clock'
import type { NewId } from '../../base/id'
import { AppError } from '../../domain/errors'
import type { ResumenRcof } from '../../domain/rcof'
import type { Audit } from '../../http/audit'
import type { Solicitante } from '../trabajos'
import type { RcofRow, Rcofs } from './rcof-store'

const SECUENCIA_MAX = 999

interface Deps {
  clock: Clock
  newId: NewId
  audit: Audit
  rcofs: Rcofs
}

/** The request: a day, as it was counted. */
interface Pedido {
  fecha: string
  forzar: boolean
  resumen: readonly ResumenRcof[]
}

/** Writes the report of a day that the job `jobId` will send. Throws INVALID_STATE. Inside the caller's transaction. */
export type PrepareRcof = (tenant: Solicitante, pedido: Pedido, jobId: string) => void

export function createPrepareRcof({ clock, newId, audit, rcofs }: Deps): PrepareRcof {
  /** Why the last report of the day stands; null when another may be made. */
  function refusal(last: RcofRow, resumen: string): string | null {
    if (last.estado === 'preparado')
      return `El envío anterior del ${last.fecha} puede haber llegado al SII: reintente su trabajo, ${last.job_id}, o use forzar`
    return last.resumen === resumen
      ? `Nada cambió desde el último consumo de folios del ${last.fecha}; use forzar para enviarlo otra vez`
      : null
  }

  function write({ empresaId, ambiente }: Solicitante, { fecha, forzar, ...counted }: Pedido, jobId: string) {
    const at = clock().toISOString()
    const resumen = JSON.stringify(counted.resumen)
    const last = rcofs.latest({ empresaId, ambiente }, fecha)
    // Nobody says whether the SII lets a rejected report keep its number: the next is never one that it has seen.
    const secuencia = rcofs.taken({ empresaId, ambiente }, fecha) + 1
    if (last?.estado === 'preparado' && last.intentado_at === null) {
      rcofs.reuse(last.id, secuencia, jobId, resumen, at)
      return { id: last.id, secuencia }
    }
    const refused = last && !forzar ? refusal(last, resumen) : null
    if (refused) throw new AppError('INVALID_STATE', refused)
    if (secuencia > SECUENCIA_MAX)
      throw new AppError('INVALID_STATE', `El SII admite ${SECUENCIA_MAX} consumos de folios de un mismo día`)
    const id = newId('rcof')
    const row = {
      id,
      empresa_id: empresaId,
      ambiente,
      fecha,
      secuencia,
      job_id: jobId,
      estado: 'preparado' as const,
      resumen,
      created_at: at,
    }
    rcofs.insert(row, last)
    return { id, secuencia }
  }

  return (tenant, pedido, jobId) =>
    void audit(
      tenant,
      () => write(tenant, pedido, jobId),
      ({ id, secuencia }) => ({
        accion: 'rcof.enviado',
        objeto: id,
        detalle: { fecha: pedido.fecha, secuencia },
      }),
    )
}
