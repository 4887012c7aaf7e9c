// Puts purchases from abroad together: what the routes share with the kind of job.

import type { Clock } from '../../base/clock'
import type { NewId } from '../../base/id'
import type { Log } from '../../base/log'
import { type ConfigIa, createExtractor, createIa, createThread } from '../../extraccion'
import type { Audit } from '../../http/audit'
import type { JobKind } from '../../jobs/kind'
import type { Store } from '../../store/store'
import { createTrozos } from '../../store/trozos'
import type { Eventos } from '../eventos'
import type { TiposCambio } from '../tipos-cambio'
import type { Trabajos } from '../trabajos'
import { createCompras } from './compras'
import { createEstados } from './estados'
import { readFileJob } from './read-file.job'

export type ComprasInternacionales = ReturnType<typeof createComprasInternacionales>

/** An operator's settings beyond the rules. */
export interface ComprasIntConfig {
  /** The model that the operator named; without it nobody asks one. */
  ia?: ConfigIa | null | undefined
}

interface Deps extends ComprasIntConfig {
  store: Store
  clock: Clock
  newId: NewId
  log: Log
  audit: Audit
  eventos: Pick<Eventos, 'emit'>
  trabajos: Trabajos
  tipos: TiposCambio
  fetch: (url: string, init: RequestInit) => Promise<Response>
}

export function createComprasInternacionales({ ia: model = null, ...deps }: Deps) {
  const thread = createThread((causa) => deps.log.error('extraccion', { causa }))
  const extractor = createExtractor(thread)
  const ia = model && createIa(model, thread, deps.fetch)
  const trozos = createTrozos(deps.store)
  const compras = createCompras({ ...deps, trozos })
  const estados = createEstados({ ...deps, trozos, compras })
  return {
    tipos: deps.tipos,
    compras,
    estados,
    hasIa: ia !== null,
    kinds: [readFileJob({ ...deps, extractor, ia, compras, estados })] as JobKind[],
  }
}
