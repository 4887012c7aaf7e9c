// Questions that leave for the SII (http §19).

import { addRoutes } from '../../http/area'
import type { Pagador } from '../../http/cuota'
import type { AreaDeps } from '../../http/deps'
import type { Contribuyentes } from '../../sii/contribuyente'
import type { Charge } from '../../sii/metered'
import type { Portal } from '../../sii/portal'
import { createCaptchas } from './captchas'
import { consultasRoute, type DocumentosDeps } from './consultas.route'
import { createContacto } from './contacto'
import { contribuyenteRoutes } from './contribuyente.route'
import { createCopias } from './copias'
import { type DocumentosSiiDeps, documentosSiiRoute } from './documentos.route'
import { createPreguntas } from './preguntas'
import { createPropios } from './propios'
import { situacionRoute } from './situacion.route'

interface Deps
  extends DocumentosDeps,
    DocumentosSiiDeps,
    Pick<AreaDeps, 'store' | 'newId' | 'idempotency' | 'log'> {
  contribuyentes: Contribuyentes
  charge: Charge<Pagador>
  portal: Pick<Portal, 'use'>
  accesoOf: Parameters<typeof createContacto>[0]['accesoOf']
  recibidos: Parameters<typeof createPropios>[0]['recibidos']
}

export const bindConsultas = (deps: Deps) => ({ routes: () => routes(deps) })

const routes = (deps: Deps) => {
  const copias = createCopias(deps)
  const preguntas = createPreguntas({
    ...deps,
    copias,
    captchas: createCaptchas(deps),
    contacto: createContacto(deps),
  })
  const parts = { ...deps, copias, preguntas, propios: createPropios(deps) }
  addRoutes(parts, [consultasRoute, documentosSiiRoute, contribuyenteRoutes, situacionRoute])
}
