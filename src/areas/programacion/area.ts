// The scheduled operations of a company at the SII.

import type { AreaDeps } from '../../http/deps'
import type { Runner } from '../../jobs/runner'
import { createEmpresaStore } from '../empresa'
import { createProgramacion, type Programacion } from './create'
import { programacionRoutes } from './programacion.route'

interface ProgramacionDeps
  extends Pick<AreaDeps, 'store' | 'clock' | 'credential' | 'idempotency' | 'audit'> {
  programacion: Programacion
  queue: Pick<Runner, 'wake'>
}

type Deps = Parameters<typeof createProgramacion>[0] & Omit<ProgramacionDeps, 'programacion'>

export function bindProgramacion(deps: Deps) {
  const programacion = createProgramacion(deps)
  const { reloj } = programacion
  const look = async () => {
    await reloj.look()
    deps.queue.wake()
  }
  return {
    programacion,
    crons: [{ name: 'programacion', pattern: '* * * * *', run: look }],
    routes: () => routes({ ...deps, programacion }),
  }
}

const routes = (deps: ProgramacionDeps) =>
  programacionRoutes({ ...deps, ...deps.programacion, empresas: createEmpresaStore(deps.store.db) })
