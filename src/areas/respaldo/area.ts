// The copies of the whole server (http §23), which the owners of its first account see.

import type { AreaDeps } from '../../http/deps'
import type { JobLog } from '../../jobs/kind'
import { createPrograma, type RespaldoProgramado } from './programa'
import { respaldoRoutes } from './respaldo.route'

interface Deps extends Pick<AreaDeps, 'store' | 'clock' | 'credential'> {
  /** Null where the server makes none. */
  respaldo: RespaldoProgramado | null
  jobLog: JobLog
}

export function bindRespaldo(deps: Deps) {
  const { store, clock, respaldo: programado, jobLog } = deps
  const programa = programado && createPrograma({ db: store.db, clock, programado, log: jobLog })
  return {
    /** Ends what is under way; null where nothing ever is. */
    programa,
    crons: programa ? [{ name: 'respaldo', pattern: '* * * * *', run: programa.look }] : [],
    routes: () => respaldoRoutes({ ...deps, programado, programa }),
  }
}
