// The preflight, and the folios that the next run lacks (areas/certificacion §3).

import { Type } from '@sinclair/typebox'
import { newArea } from '../../http/area'
import { Codigo, Datos, Exact, Nullable } from '../../http/envelope'
import { ID } from './caminos.route'
import { BASE, type CertificacionDeps, tags } from './deps'
import { PUNTOS } from './revision'

const Revision = Exact({
  lista: Type.Boolean({ description: 'Si nada detiene la próxima emisión.' }),
  puntos: Type.Array(
    Exact({
      codigo: Codigo(PUNTOS, { 'x-nombre': 'PuntoRevision', examples: ['folios'] }),
      bien: Nullable(Type.Boolean({ description: '`null`: aún no se sabe, y no detiene nada.' })),
      mensaje: Type.String(),
    }),
  ),
})

export const revisionRoute = ({ credential, certificacion }: CertificacionDeps) =>
  newArea(credential).get(
    `${BASE}/:id/revision`,
    async ({ tenant, params }) => {
      const camino = certificacion.certificaciones.get(tenant, params.id)
      // A customer of the book may have changed since, which no set knows.
      await certificacion.caminos.prepare(camino, true)
      const puntos = certificacion.review(tenant, camino)
      return { ok: true as const, data: { lista: puntos.every(({ bien }) => bien !== false), puntos } }
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
