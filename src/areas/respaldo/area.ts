// The copies of the whole server (http §23), which the owners of its first account see.

import type { Metrics } from '../../base/metrics'
import type { AreaDeps } from '../../http/deps'
import type { Tenant } from '../../http/tenant'
import type { JobLog } from '../../jobs/kind'
import type { SendMail } from '../auth'
import type { Eventos } from '../eventos'
import { createAvisos } from './avisos'
import { addFigures } from './figures'
import { cuentaOperadora } from './operador'
import { createPrograma, type RespaldoProgramado } from './programa'
import { respaldoRoutes } from './respaldo.route'
import { createRespaldoStore } from './respaldo-store'
import { type Problema, problemasOf } from './situacion'

interface Deps extends Pick<AreaDeps, 'store' | 'clock' | 'credential'> {
  /** Null where the server makes none. */
  respaldo: RespaldoProgramado | null
  jobLog: JobLog
  metrics: Metrics
  eventos: Pick<Eventos, 'emitOnce'>
  sendMail: SendMail | null
  publicUrl: string | null
}

export function bindRespaldo(deps: Deps) {
  const { store, clock, respaldo: programado, jobLog, metrics } = deps
  const programa = programado && createPrograma({ db: store.db, clock, programado, log: jobLog })
  const notify = createAvisos(deps)
  // One that is being made may mend them.
  const problemas = (): Problema[] =>
    !programa || programa.isRunning() ? [] : problemasOf(programa.hechos())
  addFigures(metrics, createRespaldoStore(store.db), programado, programa)
  return {
    /** Null where there is nothing to do or to end. */
    programa,
    crons: programa
      ? [
          { name: 'respaldo', pattern: '* * * * *', run: programa.look },
          {
            name: 'avisos de respaldo',
            pattern: '*/10 * * * *',
            run: () => notify(problemas()),
          },
        ]
      : [],
    /** The problems that a person of the account must hear of: none where the server is not theirs. */
    problemasFor: ({ cuentaId, rol }: Pick<Tenant, 'cuentaId' | 'rol'>): Problema[] =>
      programa && rol === 'propietario' && cuentaId === cuentaOperadora(store.db) ? problemas() : [],
    routes: () => respaldoRoutes({ ...deps, programado, programa, problemas }),
  }
}
