// The preflight, and the folios that the next run lacks (areas/certificacion §3).

import { Type } from '@sinclair/typebox'
import { newArea } from '../../http/area'
import { Codigo, Datos, Exact } from '../../http/envelope'
import { ID } from './caminos.route'
import { BASE, type CertificacionDeps, tags } from './deps'
import { PUNTOS } from './revision'

const Revision = Exact({
  lista: Type.Boolean({ description: 'Si nada detiene la próxima emisión.' }),
  puntos: Type.Array(
    Exact({
      codigo: Codigo(PUNTOS, { 'x-nombre': 'PuntoRevision', examples: ['folios'] }),
      bien: Type.Boolean(),
      mensaje: Type.String(),
    }),
  ),
})

export const revisionRoute = ({ credential, certificacion }: CertificacionDeps) =>
  newArea(credential).get(
    `${BASE}/:id/revision`,
    ({ tenant, params }) => {
      const puntos = certificacion.review(tenant, certificacion.certificaciones.get(tenant, params.id))
      return { ok: true as const, data: { lista: puntos.every(({ bien }) => bien), puntos } }
    },
    {
      permission: 'empresa:leer',
      params: ID,
      response: Datos(Revision),
      detail: {
        tags,
        summary: 'Revisar antes de emitir: certificado, resolución, folios, reloj, dudas y plazos',
      },
    },
  )
