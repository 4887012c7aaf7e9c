// Operations at the SII that run as jobs, put together (jobs §6).

import type { Clock } from '../../base/clock'
import type { NewId } from '../../base/id'
import type { Operacion } from '../../domain/plan/cuota'
import type { TipoTrabajo } from '../../domain/trabajos'
import type { Cuota } from '../../http/cuota'
import type { Tenant } from '../../http/tenant'
import { createInsertJob } from '../../jobs/insert'
import { prepareHolder } from '../../jobs/statements'
import type { Store } from '../../store/store'
import { type DefineDeps, defineTrabajo, type TrabajoSpec } from './define'
import { prepareTrabajos } from './statements'

/** What is to be done. */
export interface Encargo {
  tipo: TipoTrabajo
  /** What a unit of the quota must be left for; null where it costs none. */
  operacion: Operacion | null
  /** How many; one when omitted. */
  units?: number
  /** What no second job may do while one is under way, within the company and environment. */
  clave: string
  /** What it is about, as people name it. */
  objeto: string
  /** Ids, not data; plain JSON. */
  args: object
  /** Jobs of one line run one after another; omitted, all of the company's of this `tipo`. */
  linea?: string
  /** When it may run first; omitted, at once. */
  runAt?: Date
  /** Writes beside the job, in its transaction; not where one under way is joined. */
  write?: (jobId: string) => void
}

/** In whose name: a request's tenant, or what a job runs in. */
export type Solicitante = Pick<
  Tenant,
  'cuentaId' | 'empresaId' | 'ambiente' | 'usuarioId' | 'apiKeyId' | 'ip'
>

export type Trabajos = ReturnType<typeof createTrabajos>

export function createTrabajos({
  store: { client },
  clock,
  newId,
  cuota,
  ...rest
}: Omit<DefineDeps, 'sql'> & {
  store: Pick<Store, 'client'>
  clock: Clock
  newId: NewId
  cuota: Pick<Cuota, 'requireUnits'>
}) {
  const sql = prepareTrabajos(client)
  const insertJob = createInsertJob(client, clock)
  const holder = prepareHolder(client)
  const who = ({ usuarioId, apiKeyId, ip }: Pick<Tenant, 'usuarioId' | 'apiKeyId' | 'ip'>) => ({
    usuario_id: usuarioId,
    apikey_id: apiKeyId,
    ip,
  })

  const enqueue = client.transaction((tenant: Solicitante, encargo: Encargo): string => {
    const { empresaId, ambiente } = tenant
    const { tipo, operacion, units = 1, objeto, args, linea, runAt, write } = encargo
    const own = `${tipo}:${empresaId}:${ambiente}`
    const clave = `${own}:${encargo.clave}`
    const underWay = holder.get(clave)
    if (underWay) return underWay.id
    if (operacion !== null) cuota.requireUnits(tenant.cuentaId, units)
    const id = newId('job')
    const grupo = linea === undefined ? own : `${own}:${linea}`
    insertJob({ id, kind: tipo, empresaId, ambiente, grupo, args, clave, runAt, estado: 'pending' })
    sql.insert.run({ job_id: id, objeto, operacion, ...who(tenant) })
    write?.(id)
    return id
  })

  return {
    /** A kind of job; `kinds` of the area's `create.ts` has it. */
    define: <Args>(spec: TrabajoSpec<Args>) => defineTrabajo({ sql, ...rest }, spec),
    /** Queues a job, or finds the one under way for the same thing; its id. Wake the queue afterwards. Throws PLAN_LIMIT. */
    enqueue: (tenant: Solicitante, encargo: Encargo): string => enqueue.immediate(tenant, encargo),
    /** Of a job of these kinds, which there is. */
    get: (jobId: string) => sql.get.get(jobId)!,
    /** Whether the units of a retry are left, which from now on runs in the name of `tenant`. In its transaction. Throws PLAN_LIMIT. */
    renew(tenant: Tenant, jobId: string, units = 1): void {
      if (sql.get.get(jobId)!.operacion !== null) cuota.requireUnits(tenant.cuentaId, units)
      sql.inName.run({ job_id: jobId, ...who(tenant) })
    },
  }
}
