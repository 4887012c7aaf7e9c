// The companies of the account: list, create, read, change, delete (http §17).

import { Type } from '@sinclair/typebox'
import { newArea } from '../../http/area'
import type { AreaDeps } from '../../http/deps'
import { Datos, Exact, Lista, OneOf } from '../../http/envelope'
import { accountRequest } from '../../http/idempotency'
import { answerList, listQuery, sourceOfFew } from '../../http/listing'
import { IDEMPOTENCY_PARAMETER } from '../../http/openapi'
import { reachable } from '../../http/tenant'
import { CambiosEmpresa, EmpresaJson, NuevaEmpresa, toJson } from './empresa-json'
import type { Empresa } from './empresa-store'
import type { Empresas } from './empresas'
import type { Selection } from './selection'

interface Deps extends Pick<AreaDeps, 'credential' | 'idempotency' | 'audit'> {
  empresas: Empresas
  sesiones: Selection
  aroundCambio: (empresaId: string, change: () => Empresa) => Empresa
}

const tags = ['Empresa']
const LISTADAS = { words: ({ rut, razonSocial }: Empresa) => [rut, razonSocial], orden: 'created_at' }
const IdEmpresa = Exact({ id: Type.String() })
const eliminadas = Type.Optional(
  OneOf(['true', 'false'], {
    description: '`true`: las eliminadas, cuyos documentos se siguen leyendo, en vez de las demás.',
  }),
)

export const empresaRoutes = ({ credential, idempotency, audit, empresas, sesiones, aroundCambio }: Deps) =>
  newArea(credential)
    .get(
      '/v1/empresa',
      ({ tenant: { cuentaId, empresas: reach }, query, request }) => {
        const deleted = query.eliminadas === 'true'
        return answerList(
          { query, request },
          LISTADAS,
          sourceOfFew({
            rows: (limit, offset) => empresas.list(cuentaId, reach, limit, offset, deleted),
            total: () => empresas.count(cuentaId, reach, deleted),
          }),
          toJson,
        )
      },
      {
        accountPermission: 'empresa:leer',
        query: Exact({ ...listQuery('el RUT o la razón social', LISTADAS.orden), eliminadas }),
        response: Lista(EmpresaJson),
        detail: { tags, summary: 'Lista las empresas de la cuenta' },
      },
    )
    .get(
      '/v1/empresa/actual',
      ({ tenant }) => ({
        ok: true as const,
        data: toJson(empresas.getAny(tenant.cuentaId, tenant.empresaId)),
      }),
      {
        permission: 'empresa:leer',
        response: Datos(EmpresaJson),
        detail: { tags, summary: 'La empresa de la llave o la activa de la sesión' },
      },
    )
    .post(
      '/v1/empresa',
      ({ tenant, body, request, set }) => {
        return idempotency.create({ set }, accountRequest(request, tenant, body), () => {
          const empresa = audit(
            tenant,
            () => empresas.create(tenant.cuentaId, body),
            ({ id, rut, ambiente }) => ({
              accion: 'empresa.creada',
              objeto: id,
              empresaId: id,
              detalle: { rut, ambiente },
            }),
          )
          // A person without a company wants to work with the one just made.
          if (tenant.empresaId === null) sesiones.select(tenant.sesionId, empresa.id)
          return toJson(empresa)
        })
      },
      {
        // To who is limited to some companies it would be out of sight.
        account: 'empresa:administrar',
        body: NuevaEmpresa,
        response: { 201: Datos(EmpresaJson) },
        detail: {
          tags,
          summary: 'Crea una empresa',
          'x-errores': ['ALREADY_EXISTS', 'PLAN_FEATURE'],
          parameters: [IDEMPOTENCY_PARAMETER],
          description:
            'Queda como empresa activa de la sesión si ésta no tenía una. El RUT es único en la cuenta.',
        },
      },
    )
    .get(
      '/v1/empresa/:id',
      ({ tenant, params, query }) => {
        const find = query.eliminadas === 'true' ? empresas.getAny : empresas.get
        return { ok: true as const, data: toJson(find(tenant.cuentaId, reachable(tenant, params.id))) }
      },
      {
        accountPermission: 'empresa:leer',
        params: IdEmpresa,
        query: Exact({ eliminadas }),
        response: Datos(EmpresaJson),
        detail: { tags, summary: 'Una empresa' },
      },
    )
    .put(
      '/v1/empresa/:id',
      ({ tenant, params, body }) => {
        const id = reachable(tenant, params.id)
        const empresa = audit(
          tenant,
          () => aroundCambio(id, () => empresas.update(tenant.cuentaId, id, body)),
          () => ({ accion: 'empresa.cambiada', objeto: id, empresaId: id, detalle: body }),
        )
        return { ok: true as const, data: toJson(empresa) }
      },
      {
        accountPermission: 'empresa:administrar',
        factorShown: 'ambiente',
        params: IdEmpresa,
        body: CambiosEmpresa,
        response: Datos(EmpresaJson),
        detail: {
          tags,
          summary: 'Cambia los datos de una empresa',
          description: 'Lo que no se envía queda igual; `null` borra un dato opcional. El RUT no cambia.',
        },
      },
    )
    .delete(
      '/v1/empresa/:id',
      ({ tenant, params, status }) => {
        const id = reachable(tenant, params.id)
        audit(
          tenant,
          () => empresas.remove(tenant.cuentaId, id),
          () => ({ accion: 'empresa.eliminada', objeto: id, empresaId: id }),
        )
        return status(204, undefined)
      },
      {
        session: 'empresa:administrar',
        factorShown: true,
        params: IdEmpresa,
        response: { 204: Type.Void() },
        detail: {
          tags,
          summary: 'Elimina una empresa',
          'x-errores': ['INVALID_STATE'],
          description:
            'Deja de verse, se revocan sus llaves y se borra su certificado. Sus documentos se conservan y se leen: `GET /v1/empresa?eliminadas=true` la muestra, y una sesión que la elige con `POST /v1/empresa/seleccionar` lee sus listas, XML y PDF. Lo que sus webhooks y copias ya tenían en cola sale igual. Vuelve con `POST /v1/empresa/:id/restaurar`.',
        },
      },
    )
    .post(
      '/v1/empresa/:id/restaurar',
      ({ tenant, params, request, set }) => {
        const id = reachable(tenant, params.id)
        const restore = () =>
          audit(
            tenant,
            () => empresas.restore(tenant.cuentaId, id),
            ({ rut }) => ({ accion: 'empresa.restaurada', objeto: id, empresaId: id, detalle: { rut } }),
          )
        return idempotency.create(
          { set },
          accountRequest(request, tenant, null),
          () => toJson(restore()),
          200,
        )
      },
      {
        session: 'empresa:administrar',
        params: IdEmpresa,
        response: Datos(EmpresaJson),
        detail: {
          tags,
          parameters: [IDEMPOTENCY_PARAMETER],
          summary: 'Restaura una empresa eliminada',
          'x-errores': ['ALREADY_EXISTS', 'INVALID_STATE', 'PLAN_FEATURE'],
          description:
            'Con sus documentos, folios y webhooks como estaban. Sus llaves siguen revocadas y su certificado hay que cargarlo de nuevo. Responde 409 `ALREADY_EXISTS` si la cuenta tiene ya otra empresa con su RUT; un CAF que pasó a esa otra vuelve al cargarlo, una vez eliminada ella.',
        },
      },
    )
