// Emission: from a request to an accepted document (http §1, §6, §11).

import { addRoutes } from '../../http/area'
import type { AreaDeps } from '../../http/deps'
import type { Cola } from '../../jobs/cola'
import type { Printer } from '../../pdf'
import type { Plantillas } from '../plantilla'
import { emitirRoute, validarRoute } from './aceptar/emitir.route'
import { loteRoute } from './aceptar/lote.route'
import { previsualizarRoute } from './aceptar/previsualizar.route'
import { archivoRoute } from './archivo/archivo.route'
import { pdfLoteRoute } from './archivo/pdf-lote.route'
import { createEmisionDte } from './create'
import { guiasRoute } from './guias/guias.route'
import { anularRoute } from './notas/anular.route'
import { trabajoRoute } from './trabajo/trabajo.route'

interface RouteDeps
  extends Pick<AreaDeps, 'credential' | 'idempotency' | 'audit' | 'log' | 'store' | 'clock'> {
  plantillas: Plantillas
  printer: Printer
  queue: { wake(): void }
}

type Deps = Parameters<typeof createEmisionDte>[0] & RouteDeps

export function bindDte(deps: Deps) {
  const dte = createEmisionDte(deps)
  return {
    dte,
    kinds: dte.kinds,
    routes: (cola: Cola) =>
      addRoutes({ ...dte, ...deps, cola }, [
        emitirRoute,
        validarRoute,
        loteRoute,
        previsualizarRoute,
        guiasRoute,
        anularRoute,
        trabajoRoute,
        archivoRoute,
        pdfLoteRoute,
      ]),
  }
}
