// Operations at the SII that run as jobs, put together (jobs §6).

import type { Clock } from '../../base/clock'
import type { NewId } from '../../base/id'
import type { Cuota } from '../../http/cuota'
import type { Tenant } from '../../http/tenant'
import type { Store } from '../../store/store'
import { type DefineDeps, defineTrabajo, type TrabajoSpec } from './define'
import { createEnqueue, who } from './enqueue'
import { prepareTrabajos } from './statements'

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
  return {
    /** A kind of job; `kinds` of the area's `create.ts` has it. */
    define: <Args>(spec: TrabajoSpec<Args>) => defineTrabajo({ sql, ...rest }, spec),
    enqueue: createEnqueue({ client, clock, newId, requireUnits: (...args) => cuota.requireUnits(...args) }),
    /** The job of these kinds with this id, which exists. */
    get: (jobId: string) => sql.get.get(jobId)!,
    /**
     * Whether the units of a retry are left, beside those promised to the others, which from now on runs in the name of `tenant`. In
     * its transaction. Throws PLAN_LIMIT.
     */
    renew(tenant: Tenant, jobId: string, units = 1, promised?: () => number): void {
      const { operacion } = sql.get.get(jobId)!
      if (operacion !== null)
        cuota.requireUnits(tenant.cuentaId, units, promised && { operacion, units: promised })
      sql.inName.run({ job_id: jobId, ...who(tenant) })
    },
  }
}
