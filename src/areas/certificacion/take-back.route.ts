// POST /v1/certificacion/:id/deshacer: takes back what a person noted by mistake (areas/certificacion §4).

import { Type } from '@sinclair/typebox'
import { newArea } from '../../http/area'
import { Datos, Exact } from '../../http/envelope'
import { Texto } from '../../http/formats'
import { idempotentRequest } from '../../http/idempotency'
import { IDEMPOTENCY_PARAMETER } from '../../http/openapi'
import { ID } from './caminos.route'
import { CertificacionJson, ClaseJson, certificacionToJson } from './certificacion-json'
import { BASE, type CertificacionDeps, tags } from './deps'

export const takeBackRoute = ({ credential, idempotency, certificacion }: CertificacionDeps) => {
  const { certificaciones, caminos, takeBack } = certificacion
  return newArea(credential).post(
    `${BASE}/:id/deshacer`,
    ({ tenant, params: { id }, body, request, set }) =>
      idempotency.create(
        { set },
        idempotentRequest(request, tenant, body),
        () => {
          const { clase, motivo } = body
          const camino = certificaciones.get(tenant, id)
          if (clase) takeBack.declarado(tenant, camino, certificacion.setOf(tenant, { id, clase }), motivo)
          else takeBack.declarada(tenant, camino, motivo)
          return certificacionToJson(caminos.of(certificaciones.get(tenant, id)))
        },
        200,
      ),
    {
      permission: 'empresa:administrar',
      params: ID,
      body: Exact({
        clase: Type.Optional(ClaseJson),
        motivo: Texto(500, {
          description: 'Por qué; queda en la auditoría.',
          examples: ['Se anotó el set que no era'],
        }),
      }),
      response: Datos(CertificacionJson),
      detail: {
        tags,
        summary: 'Deshacer lo que se anotó por error como declarado',
        description:
          'Con `clase`, un set declarado y aún sin resultado vuelve a `validado`; sin ella, una certificación `autorizada` vuelve a `declaracion`, y olvida el día y la resolución anotados, salvo que la empresa ya emita en producción desde ese día. En el SII nada cambia. Un resultado se corrige anotando el otro.',
        'x-errores': ['INVALID_STATE', 'CERT_CLOSED', 'ALREADY_EXISTS'],
        parameters: [IDEMPOTENCY_PARAMETER],
      },
    },
  )
}
