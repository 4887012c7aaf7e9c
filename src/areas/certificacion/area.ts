// Certification: a company on its way to be authorised by the SII (areas/certificacion §1).

import { addRoutes } from '../../http/area'
import type { Cola } from '../../jobs/cola'
import { avanceRoute } from './avance.route'
import { caminosRoute } from './caminos.route'
import { type CreateDeps, createCertificacion } from './create'
import type { CertificacionDeps } from './deps'
import { emitirRoute } from './emitir.route'
import { evidenciaRoute } from './evidencia.route'
import { foliosRoute } from './folios.route'
import { intercambioRoute } from './intercambio.route'
import { muestrasRoute } from './muestras.route'
import { papelesRoute } from './papeles.route'
import { rcofRoute } from './rcof.route'
import { revisionRoute } from './revision.route'
import { setsRoute } from './sets.route'
import { simulacionRoute } from './simulacion.route'
import { takeBackRoute } from './take-back.route'

type Deps = CreateDeps & Omit<CertificacionDeps, 'certificacion' | 'cola'>

export function bindCertificacion(deps: Deps) {
  const certificacion = createCertificacion(deps)
  return {
    certificacion,
    kinds: certificacion.kinds,
    crons: [{ name: 'certificacion.plazo', pattern: '17 8 * * *', run: certificacion.notifyPlazos }],
    routes: (cola: Cola) =>
      addRoutes({ ...deps, certificacion, cola }, [
        caminosRoute,
        setsRoute,
        foliosRoute,
        emitirRoute,
        rcofRoute,
        avanceRoute,
        takeBackRoute,
        simulacionRoute,
        intercambioRoute,
        muestrasRoute,
        papelesRoute,
        revisionRoute,
        evidenciaRoute,
      ]),
  }
}
