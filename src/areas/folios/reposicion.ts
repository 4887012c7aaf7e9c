// Folios asked for by themselves when few are left (http §18, `reposicion_automatica`): the same job that a person's request is.

import { eq } from 'drizzle-orm'
import type { Clock } from '../../base/clock'
import type { Titular } from '../../domain/titular'
import type { Db } from '../../store/store'
import { empresa } from '../../store/tables/empresa'
import type { Encargo, Solicitante } from '../trabajos'
import type { Alertas } from './alertas'
import type { EncargoSolicitud } from './sii/encargo'

/** Whether a type may be asked for by itself: what may stand at the SII comes first, and what was refused is a person's to mend for a day. */
export type MayRefill = (titular: Titular, tipoDte: number) => boolean

export const createMayRefill =
  ({
    clock,
    encargo,
    alertas,
  }: {
    clock: Clock
    encargo: EncargoSolicitud
    alertas: Pick<Alertas, 'isRefused'>
  }): MayRefill =>
  (titular, tipoDte) =>
    !alertas.isRefused(titular, tipoDte, clock()) && !encargo.isOpen(titular, tipoDte)

/** Queues it in the name of the schedule, if that is on. */
export type Refill = (solicitante: Solicitante, encargo: Encargo) => void

/** Queues a request for folios of a type that is set to ask by itself, where it may. In the caller's transaction. */
export function createRequestReposicion({
  db,
  enqueue,
  encargo,
  alertas,
  mayRefill,
}: {
  db: Db
  enqueue: Refill
  encargo: EncargoSolicitud
  alertas: Pick<Alertas, 'get'>
  mayRefill: MayRefill
}) {
  return (titular: Titular, tipoDte: number): void => {
    if (!alertas.get(titular, tipoDte).reposicionAutomatica || !mayRefill(titular, tipoDte)) return
    const { empresaId, ambiente } = titular
    const row = db
      .select({ cuentaId: empresa.cuentaId })
      .from(empresa)
      .where(eq(empresa.id, empresaId))
      .get()!
    const nobody = { ...row, empresaId, ambiente, usuarioId: null, apiKeyId: null, ip: null }
    enqueue(nobody, encargo.of(titular, tipoDte, null))
  }
}
