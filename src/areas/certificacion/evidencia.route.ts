// GET /v1/certificacion/:id/evidencia: what the road left behind, in one archive.

import { newArea } from '../../http/area'
import { ARCHIVO } from '../../http/openapi-responses'
import { zipResponse } from '../../http/zip'
import { ID } from './caminos.route'
import { BASE, type CertificacionDeps, tags } from './deps'

export const evidenciaRoute = ({ credential, certificacion }: CertificacionDeps) =>
  newArea(credential).get(
    `${BASE}/:id/evidencia`,
    ({ tenant, params }) => {
      const row = certificacion.certificaciones.get(tenant, params.id)
      return zipResponse(`certificacion_${row.alcance}.zip`, certificacion.evidencia(tenant, row))
    },
    {
      permission: 'empresa:leer',
      params: ID,
      detail: {
        tags,
        summary: 'La evidencia de una certificación, en un archivo',
        description:
          'Textos, solicitudes, envíos, libros y veredictos de todas las rondas e intentos, las muestras impresas, los papeles de la empresa y `SHA256SUMS`. Nunca llaves ni certificados.',
        'x-contenido': ['application/zip'],
        responses: ARCHIVO,
      },
    },
  )
