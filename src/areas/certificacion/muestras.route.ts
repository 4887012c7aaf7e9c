// POST /v1/certificacion/:id/muestras: the printed samples in one archive (areas/certificacion §8).

import { newArea } from '../../http/area'
import { ARCHIVO } from '../../http/openapi-responses'
import { zipResponse } from '../../http/zip'
import { ID } from './caminos.route'
import { BASE, type CertificacionDeps, tags } from './deps'

export const muestrasRoute = ({ credential, certificacion }: CertificacionDeps) =>
  newArea(credential).post(
    `${BASE}/:id/muestras`,
    ({ tenant, params }) => {
      const camino = certificacion.certificaciones.get(tenant, params.id)
      return zipResponse('muestras.zip', certificacion.muestras.print(tenant.cuentaId, camino))
    },
    {
      permission: 'dte:leer',
      params: ID,
      detail: {
        tags,
        summary: 'Las muestras impresas, en un archivo',
        description:
          'Un ZIP con un PDF por documento y copia: todos los de los sets conformes y uno de cada tipo de la simulación, tal como se firmaron y enviaron. Copia cedible llevan 33, 34, 43, 46 y la guía que es venta. `lista.csv` dice de cada uno su set, caso, tipo, folio, copia, páginas, bytes y dónde se sube; en `reparo`, si pasa de una página o de 500 KB.',
        'x-contenido': ['application/zip'],
        'x-errores': ['CERT_ORDER'],
        responses: ARCHIVO,
      },
    },
  )
