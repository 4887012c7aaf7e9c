// Emission: from a request to an accepted document (contract §1, §6, §11).

import { newArea } from '../../http/area'
import type { AreaDeps } from '../../http/deps'
import type { Cola } from '../../jobs/cola'
import type { Imprimir } from '../../pdf'
import type { Plantillas } from '../plantilla'
import { anularRoute } from './anular.route'
import { archivoRoute } from './archivo.route'
import { emitirRoute, validarRoute } from './emitir.route'
import { guiasRoute } from './guias.route'
import { loteRoute } from './lote.route'
import type { EmisionDte } from './montaje'
import { pdfLoteRoute } from './pdf-lote.route'
import { previsualizarRoute } from './previsualizar.route'
import { trabajoRoute } from './trabajo.route'

export interface DteDeps
  extends Pick<AreaDeps, 'credential' | 'idempotency' | 'audit' | 'log' | 'store' | 'clock'> {
  dte: EmisionDte
  plantillas: Plantillas
  imprimir: Imprimir
  cola: Cola
  queue: { wake(): void }
}

export const dteArea = ({ dte, ...given }: DteDeps) => {
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
