// Queues operations at the SII (jobs §6).

import type { Database } from 'better-sqlite3'
import type { Clock } from '../../base/clock'
import type { NewId } from '../../base/id'
import type { Operacion } from '../../domain/plan/cuota'
import type { TipoTrabajo } from '../../domain/trabajos'
import type { Cuota } from '../../http/cuota'
import type { Tenant } from '../../http/tenant'
import { createInsertJob } from '../../jobs/insert'
import { prepareHolder } from '../../jobs/statements'
import { prepareTrabajos } from './statements'

/** The order of a job. */
export interface Encargo {
  tipo: TipoTrabajo
  /** The id that its job gets, under which something was written already; a new one when omitted. */
  id?: string
  /** The operation that needs a unit of the quota; null when free, or charged at the run. */
  operacion: Operacion | null
  /** How many; one when omitted, none where it may do without. */
  units?: number
  /** How many of the same operation the account's queued jobs will still take, this one apart; not counted when omitted. */
  promised?: () => number
  /** The key that admits one job at a time, within the company and environment. */
  clave: string
  /** The object, as people name it. */
  objeto: string
  /** Ids, not data; plain JSON. */
  args: object
  /** Jobs of one line run one after another; omitted, all of the company's of this `tipo`. */
  linea?: string
  /** When it may run first; omitted, at once. */
  runAt?: Date
  /** Writes beside the job, in its transaction; not where one under way is joined. */
  write?: (jobId: string) => void
  /** Told the job under way before it is joined; throws where that one does something else. */
  join?: (jobId: string) => void
}

/** In whose name: a request's tenant, or what a job runs in. */
export type Solicitante = Pick<
  Tenant,
  'cuentaId' | 'empresaId' | 'ambiente' | 'usuarioId' | 'apiKeyId' | 'ip'
>

/** Queues a job, or finds the one under way for the same thing; its id. Wake the queue afterwards. Throws PLAN_LIMIT. */
type Enqueue = (tenant: Solicitante, encargo: Encargo) => string

/** The author, as the row of a job keeps it. */
export const who = ({ usuarioId, apiKeyId, ip }: Pick<Tenant, 'usuarioId' | 'apiKeyId' | 'ip'>) => ({
  usuario_id: usuarioId,
  apikey_id: apiKeyId,
  ip,
})

export function createEnqueue({
  client,
  clock,
  newId,
  requireUnits,
}: {
  client: Database
  clock: Clock
  newId: NewId
  /** Throws PLAN_LIMIT. */
  requireUnits: Cuota['requireUnits']
}): Enqueue {
  const sql = prepareTrabajos(client)
  const insertJob = createInsertJob(client, clock)
  const holder = prepareHolder(client)
  const enqueue = client.transaction((tenant: Solicitante, encargo: Encargo): string => {
    const { empresaId, ambiente } = tenant
    const { tipo, operacion, units = 1, promised, objeto, args, linea, runAt, write, join } = encargo
    const own = `${tipo}:${empresaId}:${ambiente}`
    const clave = `${own}:${encargo.clave}`
    const underWay = holder.get(clave)
    if (underWay) {
      join?.(underWay.id)
      return underWay.id
    }
    if (operacion !== null) requireUnits(tenant.cuentaId, units, promised && { operacion, units: promised })
    const { id = newId('job') } = encargo
    const grupo = linea === undefined ? own : `${own}:${linea}`
    insertJob({ id, kind: tipo, empresaId, ambiente, grupo, args, clave, runAt, estado: 'pending' })
    sql.insert.run({ job_id: id, objeto, operacion, ...who(tenant) })
    write?.(id)
    return id
  })
  return (tenant, encargo) => enqueue.immediate(tenant, encargo)
}
