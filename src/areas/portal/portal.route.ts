// /v1/empresa/:id/portal: looking at a company's access to the SII's portal, trying it, lifting a refusal, logging out (http §28.2).

import { Type } from '@sinclair/typebox'
import { newArea } from '../../http/area'
import type { Pagador } from '../../http/cuota'
import { Datos, Exact, Nullable } from '../../http/envelope'
import { idempotentRequest } from '../../http/idempotency'
import { IDEMPOTENCY_PARAMETER } from '../../http/openapi'
import { reply } from '../../http/reply'
import { asking } from '../../sii/asking'
import type { Charge } from '../../sii/metered'
import type { RouteDeps } from './deps'
import { MetodoJson, PortalJson, PortalProbado, portalToJson } from './portal-json'

const IdEmpresa = Exact({ id: Type.String() })
const tags = ['Empresa']
const parameters = [IDEMPOTENCY_PARAMETER]

export const portalRoutes = (deps: RouteDeps & { charge: Charge<Pagador> }) => {
  const { credential, clock, idempotency, audit, administracion, titularOf, charge } = deps
  return newArea(credential)
    .get(
      '/v1/empresa/:id/portal',
      ({ tenant, params }) => {
        const { titular } = titularOf(tenant, params.id)
        return { ok: true as const, data: portalToJson(administracion.estado(titular), clock()) }
      },
      {
        accountPermission: 'empresa:leer',
        params: IdEmpresa,
        response: Datos(PortalJson),
        detail: { tags, summary: 'El acceso de la empresa al portal del SII' },
      },
    )
    .post(
      '/v1/empresa/:id/portal/probar',
      async ({ tenant, params, body, request, set }) => {
        const { titular, rut } = titularOf(tenant, params.id)
        const answer = await idempotency.once(
          idempotentRequest(request, { ...tenant, ...titular }, body),
          async () => {
            const acceso = administracion.accesoPrueba(titular, body?.metodo ?? null)
            const autorizada = await asking(() =>
              charge({ ...titular, set }, 'portal', () => administracion.probe(acceso, rut)),
            )
            audit(
              tenant,
              () => {},
              () => ({ accion: 'portal.probado', objeto: titular.empresaId, empresaId: titular.empresaId }),
            )
            const data = { ...portalToJson(administracion.estado(titular), clock()), autorizada }
            return { status: 200, body: { ok: true as const, data } }
          },
        )
        return reply(set, answer)
      },
      {
        session: 'empresa:administrar',
        consume: 'portal',
        params: IdEmpresa,
        body: Nullable(Exact({ metodo: Type.Optional(MetodoJson) })),
        response: Datos(PortalProbado),
        detail: {
          tags,
          parameters,
          summary: 'Ingresa al portal del SII para probar el acceso',
          description:
            'Un ingreso que el SII rehúsa no se repite: bloquea hasta `hasta`, o si es null hasta que una persona actúe.',
          'x-errores': [
            'PORTAL_LOCKED',
            'PORTAL_CREDENTIALS_MISSING',
            'RATE_LIMIT',
            'SII_ERROR',
            'SII_UNAVAILABLE',
            'SII_TIMEOUT',
          ],
        },
      },
    )
    .post(
      '/v1/empresa/:id/portal/desbloquear',
      async ({ tenant, params, body, request, set }) => {
        const { titular } = titularOf(tenant, params.id)
        const answer = await idempotency.once(
          idempotentRequest(request, { ...tenant, ...titular }, body),
          async () => {
            audit(
              tenant,
              () => administracion.unlock(titular, body.metodo, body.resuelto ?? false),
              () => ({
                accion: 'portal.desbloqueado',
                objeto: titular.empresaId,
                empresaId: titular.empresaId,
                detalle: { metodo: body.metodo, ...(body.resuelto && { resuelto: true }) },
              }),
            )
            const data = portalToJson(administracion.estado(titular), clock())
            return { status: 200, body: { ok: true as const, data } }
          },
        )
        return reply(set, answer)
      },
      {
        session: 'empresa:administrar',
        params: IdEmpresa,
        body: Exact({
          metodo: MetodoJson,
          resuelto: Type.Optional(
            Type.Boolean({
              description: 'Una persona ya cerró las sesiones que sobraban, o levantó el bloqueo, en el SII.',
            }),
          ),
        }),
        response: Datos(PortalJson),
        detail: {
          tags,
          parameters,
          summary: 'Permite ingresar otra vez con una credencial que el SII rehusó',
          description:
            'Vale para todas las empresas de la cuenta que ingresan con esa persona. La hora que el SII mismo impone (`CLAVE_BLOQUEADA`, `DEMASIADAS_SESIONES`) no se levanta: 409 con Retry-After. Con `resuelto` Timbre prueba una vez antes de que pase y cree lo que el SII responda; si lo rehúsa otra vez, se espera la hora.',
          'x-errores': ['INVALID_STATE'],
        },
      },
    )
    .post(
      '/v1/empresa/:id/portal/cerrar',
      async ({ tenant, params, request, set, status }) => {
        const { titular } = titularOf(tenant, params.id)
        const answer = await idempotency.once(
          idempotentRequest(request, { ...tenant, ...titular }, null),
          async () => {
            await administracion.closeSession(titular)
            audit(
              tenant,
              () => {},
              () => ({
                accion: 'portal.sesion_cerrada',
                objeto: titular.empresaId,
                empresaId: titular.empresaId,
              }),
            )
            return { status: 204, body: null }
          },
        )
        reply(set, answer)
        return status(204, undefined)
      },
      {
        session: 'empresa:administrar',
        params: IdEmpresa,
        response: { 204: Type.Void() },
        detail: { tags, parameters, summary: 'Cierra la sesión en el portal del SII' },
      },
    )
}
