// Drafts that all of a company see (areas/borradores).

import type { Clock } from '../../base/clock'
import type { NewId } from '../../base/id'
import { addRoutes } from '../../http/area'
import { createSolicitudOf } from '../documentos'
import type { Documentos, EmisionDte } from '../dte'
import type { Eventos } from '../eventos'
import { borradorRoute } from './borrador.route'
import { createBorradores } from './borradores'
import type { BorradoresDeps } from './deps'
import { emitirRoute } from './emitir.route'
import { createIssueDrafts } from './issue-drafts'

interface Deps extends Omit<BorradoresDeps, 'borradores' | 'issueDrafts'> {
  clock: Clock
  newId: NewId
  documentos: Documentos
  dte: EmisionDte
  eventos: Pick<Eventos, 'emit'>
}

export function bindBorradores(deps: Deps) {
  const solicitudOf = createSolicitudOf({ ...deps, guias: deps.dte.guias })
  const borradores = createBorradores({ ...deps, solicitudOf })
  const issueDrafts = createIssueDrafts({ ...deps, borradores })
  const parts = { ...deps, borradores, issueDrafts }
  return {
    borradores,
    trims: borradores.trims,
    routes: () => addRoutes(parts, [emitirRoute, borradorRoute]),
  }
}
