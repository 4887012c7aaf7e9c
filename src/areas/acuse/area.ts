// Acceptance and claim of documents at the SII: those received, and what receivers said of those issued (http §27).

import { Type } from '@sinclair/typebox'
import { addRoutes } from '../../http/area'
import type { Cola } from '../../jobs/cola'
import { trabajosRoutes } from '../trabajos'
import { TIPO } from './acuse.job'
import { acuseRoute } from './acuse.route'
import { RefrescoJson, RegistradoJson, TandaJson } from './acuse-json'
import { consultaAcuseRoute } from './consulta.route'
import { createAcuse } from './create'
import { type AcuseDeps, BASE } from './deps'
import { listaAcuseRoute } from './lista.route'
import { REFRESH } from './refresh.job'

type Deps = Parameters<typeof createAcuse>[0] & Omit<AcuseDeps, 'acuse' | 'cola'>

export function bindAcuse(deps: Deps) {
  const acuse = createAcuse(deps)
  return {
    acuse,
    kinds: acuse.kinds,
    tareas: [acuse.tarea],
    crons: [
      { name: 'acuse', pattern: '31 * * * *', run: acuse.notifyPlazos },
      { name: 'acuse.registro', pattern: '*/5 * * * *', run: acuse.readRegistro },
    ],
    routes: (cola: Cola) =>
      addRoutes({ ...deps, acuse, cola }, [acuseRoute, listaAcuseRoute, trabajos, consultaAcuseRoute]),
  }
}

const trabajos = (deps: AcuseDeps) =>
  trabajosRoutes(deps, {
    base: BASE,
    tipos: [TIPO, REFRESH],
    leer: 'rcv:leer',
    actuar: 'acuse:registrar',
    tag: 'Acuse',
    result: Type.Union([RegistradoJson, TandaJson, RefrescoJson]),
    nombre: 'TrabajoAcuse',
    soFar: ({ id, args }) => ('lote' in (args as object) ? deps.acuse.tandas.resultOf(id) : null),
    // One is enough for the clock's questions to go on: they end where the plan does.
    units: (job) => (job.kind === REFRESH ? 1 : deps.acuse.tandas.unitsLeft(job)),
    promised: ({ cuentaId }, { kind, id }) =>
      kind === REFRESH ? 0 : deps.acuse.tandas.promised(cuentaId, id),
  })
