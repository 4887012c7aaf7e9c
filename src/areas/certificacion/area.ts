// Certification: a company on its way to be authorised by the SII (areas/certificacion §1).

import { newArea } from '../../http/area'
import { avanceRoute } from './avance.route'
import { caminosRoute } from './caminos.route'
import { type CreateDeps, createCertificacion } from './create'
import type { CertificacionDeps } from './deps'
import { emitirRoute } from './emitir.route'
import { evidenciaRoute } from './evidencia.route'
import { intercambioRoute } from './intercambio.route'
import { muestrasRoute } from './muestras.route'
import { revisionRoute } from './revision.route'
import { setsRoute } from './sets.route'
import { simulacionRoute } from './simulacion.route'

type Deps = CreateDeps & Omit<CertificacionDeps, 'certificacion'>

export function bindCertificacion(deps: Deps) {
  const certificacion = createCertificacion(deps)
  return {
    certificacion,
    kinds: certificacion.kinds,
    crons: [{ name: 'certificacion.plazo', pattern: '17 8 * * *', run: certificacion.notifyPlazos }],
    routes: () => routes({ ...deps, certificacion }),
  }
}

const routes = (deps: CertificacionDeps) =>
  newArea(deps.credential)
    .use(caminosRoute(deps))
    .use(setsRoute(deps))
    .use(emitirRoute(deps))
    .use(avanceRoute(deps))
    .use(simulacionRoute(deps))
    .use(intercambioRoute(deps))
    .use(muestrasRoute(deps))
    .use(revisionRoute(deps))
    .use(evidenciaRoute(deps))
