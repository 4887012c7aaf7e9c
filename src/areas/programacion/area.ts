// What a company has done by the clock at the SII.

import type { AreaDeps } from '../../http/deps'
import type { Runner } from '../../jobs/runner'
import { createEmpresaStore } from '../empresa'
import type { Programacion } from './create'
import { programacionRoutes } from './programacion.route'

export interface ProgramacionDeps
  extends Pick<AreaDeps, 'store' | 'clock' | 'credential' | 'idempotency' | 'audit'> {
  programacion: Programacion
  queue: Pick<Runner, 'wake'>
}

export const programacionArea = (deps: ProgramacionDeps) =>
  programacionRoutes({ ...deps, ...deps.programacion, empresas: createEmpresaStore(deps.store.db) })
