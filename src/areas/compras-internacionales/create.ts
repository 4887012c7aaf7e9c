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
import type { Trabajos } from '../trabajos'
import { type AccesoBanco, createBanco } from './bcentral'
import { createCompras } from './compras'
import { createEstados } from './estados'
import { readFileJob } from './read-file.job'
import { createTiposCambio } from './tipos-cambio'

export type ComprasInternacionales = ReturnType<typeof createComprasInternacionales>

/** An operator's settings beyond the rules. */
export interface ComprasIntConfig {
  /** The model that the operator named, and access to the central bank's service of rates; without them nobody asks either. */
  ia?: ConfigIa | null | undefined
  tiposCambio?: AccesoBanco | null | undefined
}

interface Deps extends ComprasIntConfig {
  store: Store
  clock: Clock
  newId: NewId
  log: Log
  audit: Audit
  eventos: Pick<Eventos, 'emit'>
  trabajos: Trabajos
  fetch: (url: string, init: RequestInit) => Promise<Response>
}

export function createComprasInternacionales({ ia: model = null, tiposCambio = null, ...deps }: Deps) {
  const thread = createThread((causa) => deps.log.error('extraccion', { causa }))
  const extractor = createExtractor(thread)
  const ia = model && createIa(model, thread, deps.fetch)
  const tipos = createTiposCambio(deps)
  const trozos = createTrozos(deps.store)
  const compras = createCompras({ ...deps, trozos, tipos })
  const estados = createEstados({ ...deps, trozos, compras })
  return {
    tipos,
    compras,
    estados,
    hasIa: ia !== null,
    banco: createBanco({ ...deps, acceso: tiposCambio, tipos }),
    kinds: [readFileJob({ ...deps, extractor, ia, compras, estados })] as JobKind[],
  }
}
