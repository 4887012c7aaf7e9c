// The copies of the whole server (http §23), which the owners of its first account see.

import type { Metrics } from '../../base/metrics'
import type { AreaDeps } from '../../http/deps'
import type { JobLog } from '../../jobs/kind'
import type { SendMail } from '../auth'
import type { Eventos } from '../eventos'
import { createAvisos } from './avisos'
import { addFigures } from './figures'
import { createPrograma, type RespaldoProgramado } from './programa'
import { respaldoRoutes } from './respaldo.route'
import { createRespaldoStore } from './respaldo-store'
import { problemasOf } from './situacion'

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
            // One that is being made may mend them.
            run: () => (programa.isRunning() ? undefined : notify(problemasOf(programa.hechos()))),
          },
        ]
      : [],
    routes: () => respaldoRoutes({ ...deps, programado, programa }),
  }
}
