// Emission: from a request to an accepted document (http §1, §6, §11).

import { newArea } from '../../http/area'
import type { AreaDeps } from '../../http/deps'
import type { Cola } from '../../jobs/cola'
import type { Printer } from '../../pdf'
import type { Plantillas } from '../plantilla'
import { emitirRoute, validarRoute } from './aceptar/emitir.route'
import { loteRoute } from './aceptar/lote.route'
import { previsualizarRoute } from './aceptar/previsualizar.route'
import { archivoRoute } from './archivo/archivo.route'
import { pdfLoteRoute } from './archivo/pdf-lote.route'
import { createEmisionDte, type EmisionDte } from './create'
import { guiasRoute } from './guias/guias.route'
import { anularRoute } from './notas/anular.route'
import { trabajoRoute } from './trabajo/trabajo.route'

interface DteDeps extends Pick<AreaDeps, 'credential' | 'idempotency' | 'audit' | 'log' | 'store' | 'clock'> {
  dte: EmisionDte
  plantillas: Plantillas
  printer: Printer
  cola: Cola
  queue: { wake(): void }
}

type Deps = Parameters<typeof createEmisionDte>[0] & Omit<DteDeps, 'dte' | 'cola'>

export function bindDte(deps: Deps) {
  const dte = createEmisionDte(deps)
  return { dte, kinds: dte.kinds, routes: (cola: Cola) => routes({ ...deps, dte, cola }) }
}

const routes = ({ dte, ...given }: DteDeps) => {
  const { credential } = given
  const deps = { ...dte, ...given }
  return newArea(credential)
    .use(emitirRoute(deps))
    .use(validarRoute(deps))
    .use(loteRoute(deps))
    .use(previsualizarRoute(deps))
    .use(guiasRoute(deps))
    .use(anularRoute(deps))
    .use(trabajoRoute(deps))
    .use(archivoRoute(deps))
    .use(pdfLoteRoute(deps))
}
