// Told here by the person who sees it at the SII (areas/certificacion §4).

import { Type } from '@sinclair/typebox'
import type { Clock } from '../../base/clock'
import { ESTADOS_CERTIFICACION } from '../../domain/certificacion/etapas'
import { chileDate } from '../../domain/fecha'
import { newArea } from '../../http/area'
import { Datos, Exact, OneOf } from '../../http/envelope'
import { Fecha } from '../../http/formats'
import { idempotentRequest } from '../../http/idempotency'
import { IDEMPOTENCY_PARAMETER } from '../../http/openapi'
import type { ReplySet } from '../../http/reply'
import { Ruled } from '../../http/rule'
import type { Tenant } from '../../http/tenant'
import { ID } from './caminos.route'
import { CertificacionJson, certificacionToJson } from './certificacion-json'
import { BASE, type CertificacionDeps, tags } from './deps'
import { CLASE } from './sets.route'
import type { CertificacionRow } from './statements'

const { simulacion, intercambio, muestras, declaracion } = ESTADOS_CERTIFICACION
/** The stages of which a person tells that the portal stands there. */
const AVANZABLES = { simulacion, intercambio, muestras, declaracion }

/** A day that is not to come. */
const Pasado = (clock: Clock, description: string) =>
  Ruled(Fecha({ description, examples: ['2026-11-20'] }), (fecha) =>
    fecha > chileDate(clock()) ? [{ regla: 'futura', mensaje: `El día ${fecha} aún no llega` }] : [],
  )

export const avanceRoute = ({ credential, clock, idempotency, certificacion }: CertificacionDeps) => {
  const { certificaciones, caminos, avance } = certificacion
  interface Called {
    tenant: Tenant
    params: { id: string }
    body: unknown
    request: Request
    set: ReplySet
  }
  /** Does what was told and answers with the road, once for a key. */
  const told = ({ tenant, params, body, request, set }: Called, write: (camino: CertificacionRow) => void) =>
    idempotency.create(
      { set },
      idempotentRequest(request, tenant, body),
      () => {
        write(certificaciones.get(tenant, params.id))
        return certificacionToJson(caminos.of(certificaciones.get(tenant, params.id)))
      },
      200,
    )
  const response = Datos(CertificacionJson)
  const errores = (summary: string, description: string) => ({
    ...{ tags, summary, description, 'x-errores': ['INVALID_STATE' as const, 'CERT_CLOSED' as const] },
    parameters: [IDEMPOTENCY_PARAMETER],
  })
  return newArea(credential)
    .post(
      `${BASE}/:id/sets/:clase/declarado`,
      (context) => {
        const { tenant, params, body } = context
        return told(context, (camino) =>
          avance.declarar(tenant, camino, certificacion.setOf(tenant, params), body.fecha),
        )
      },
      {
        permission: 'empresa:administrar',
        params: CLASE,
        body: Exact({
          fecha: Type.Optional(Pasado(clock, 'La que se escribió en el SII; la del envío si se omite.')),
        }),
        response,
        detail: errores(
          'Anotar que un set se declaró en el SII',
          'Timbre no pulsa nada en el sitio del SII.',
        ),
      },
    )
    .post(
      `${BASE}/:id/sets/:clase/veredicto`,
      (context) => {
        const { tenant, params, body } = context
        const { estado, glosa = '' } = body
        const said = { estado, glosa, origen: 'persona' } as const
        return told(context, (camino) =>
          avance.judge(tenant, camino, certificacion.setOf(tenant, params), said),
        )
      },
      {
        permission: 'empresa:administrar',
        params: CLASE,
        body: Exact({
          estado: OneOf({ SOK: 'set de prueba correcto', SRH: 'set de prueba rechazado' }),
          glosa: Type.Optional(
            Type.String({
              maxLength: 10_000,
              description: 'Lo que dijo el SII, una razón por línea.',
              examples: ['CASO 5123401-6: Los Datos de la Linea 1 del Detalle No Cuadran'],
            }),
          ),
        }),
        response,
        detail: errores(
          'Anotar el resultado de la revisión de un set',
          'Con el buzón de la empresa configurado lo anota solo el correo del SII. Un set rechazado se emite otra vez, con folios nuevos; hasta entonces un resultado mal anotado se corrige anotando el otro.',
        ),
      },
    )
    .post(
      `${BASE}/:id/avanzar`,
      (context) => told(context, (camino) => avance.moveTo(context.tenant, camino, context.body.etapa)),
      {
        permission: 'empresa:administrar',
        params: ID,
        body: Exact({ etapa: OneOf(AVANZABLES, { examples: ['muestras'] }) }),
        response,
        detail: errores(
          'Anotar en qué paso está el sitio del SII',
          'El SII no pide todos los pasos a todas las empresas. Con los sets ya conformes; también hacia atrás, si se anotó uno de más.',
        ),
      },
    )
    .post(
      `${BASE}/:id/declarada`,
      (context) => {
        const { fecha, resolucion = null } = context.body
        return told(context, (camino) => avance.authorise(context.tenant, camino, { fecha, resolucion }))
      },
      {
        permission: 'empresa:administrar',
        params: ID,
        body: Exact({
          fecha: Pasado(clock, 'El día de la declaración de cumplimiento.'),
          resolucion: Type.Optional(
            Exact({
              numero: Type.Integer({ minimum: 1, maximum: 99_999_999, examples: [80] }),
              fecha: Pasado(clock, 'La de la resolución de producción.'),
            }),
          ),
        }),
        response,
        detail: errores(
          'Anotar la declaración de cumplimiento: termina la certificación',
          'La empresa no cambia de ambiente por esto: `pendientes` dice qué falta para `produccion`.',
        ),
      },
    )
}
