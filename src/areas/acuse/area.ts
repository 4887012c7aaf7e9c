// Acceptance and claim of documents at the SII: those received, and what receivers said of those issued (http §27).

import { Type } from '@sinclair/typebox'
import { newArea } from '../../http/area'
import { trabajosRoutes } from '../trabajos'
import { TIPO } from './acuse.job'
import { acuseRoute } from './acuse.route'
import { RegistradoJson, TandaJson } from './acuse-json'
import { consultaAcuseRoute } from './consulta.route'
import { type AcuseDeps, BASE } from './deps'
import { listaAcuseRoute } from './lista.route'
import type { ArgsAcuse } from './tandas'

export type { AcuseDeps } from './deps'

export const acuseArea = (deps: AcuseDeps) =>
  newArea(deps.credential)
    .use(acuseRoute(deps))
    .use(listaAcuseRoute(deps))
    .use(
      trabajosRoutes(deps, {
        base: BASE,
        tipos: [TIPO],
        leer: 'rcv:leer',
        actuar: 'acuse:registrar',
        tag: 'Acuse',
        result: Type.Union([RegistradoJson, TandaJson]),
        nombre: 'TrabajoAcuse',
        soFar: ({ id, args }) => ('lote' in (args as ArgsAcuse) ? deps.acuse.tandas.resultOf(id) : null),
        units: deps.acuse.tandas.unitsLeft,
      }),
    )
    .use(consultaAcuseRoute(deps))
