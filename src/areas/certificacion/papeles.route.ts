// GET /v1/certificacion/:id/papeles/:cual: a paper of the company's own system (areas/certificacion §9).

import { Type } from '@sinclair/typebox'
import { PAPELES } from '../../domain/certificacion/papeles/papeles'
import { newArea } from '../../http/area'
import { Exact, OneOf } from '../../http/envelope'
import { DESCARGA } from '../../http/openapi-responses'
import { fileResponse } from '../dte'
import { BASE, type CertificacionDeps, tags } from './deps'

export const papelesRoute = ({ credential, certificacion }: CertificacionDeps) =>
  newArea(credential).get(
    `${BASE}/:id/papeles/:cual`,
    ({ tenant, params, request }) => {
      certificacion.certificaciones.get(tenant, params.id)
      const bytes = certificacion.printPapel(tenant, params.cual)
      const name = `${params.cual}.pdf`
      return fileResponse(request, { bytes, type: 'application/pdf', name, disposicion: 'inline' })
    },
    {
      permission: 'empresa:leer',
      params: Exact({
        id: Type.String({ examples: ['cer_01JD3Q8Z5V7K2M4N6P8R0S2T4V'] }),
        cual: OneOf(PAPELES, { 'x-nombre': 'PapelCertificacion', examples: ['procedimientos'] }),
      }),
      detail: {
        tags,
        summary: 'Un papel de la empresa sobre su sistema, como PDF',
        description:
          'Con los datos de la empresa y del servidor; lo que el servidor no sabe queda como una línea para llenar a mano. Los respaldos los ve un propietario de la primera cuenta del servidor. En `simulacion` dice ENSAYO.',
        'x-contenido': 'application/pdf',
        responses: DESCARGA,
      },
    },
  )
