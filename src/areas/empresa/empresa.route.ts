// The companies of the account: list, create, read, change, delete (contract §17).

import { Type } from '@sinclair/typebox'
import { AppError } from '../../domain/errors'
import { newArea } from '../../http/area'
import type { AreaDeps } from '../../http/deps'
import { Datos, Exact, Lista } from '../../http/envelope'
import { accountRequest } from '../../http/idempotency'
import { IDEMPOTENCY_PARAMETER } from '../../http/openapi'
import { pageQuery, paginate, readPage } from '../../http/paging'
import type { AccountTenant } from '../../http/tenant'
import { CambiosEmpresa, EmpresaJson, NuevaEmpresa, toJson } from './empresa-json'
import type { Empresas } from './empresas'
import type { Sesiones } from './seleccion'

interface Deps extends Pick<AreaDeps, 'credential' | 'idempotency'> {
  empresas: Empresas
  sesiones: Sesiones
}

const tags = ['Empresa']
const IdEmpresa = Exact({ id: Type.String() })

/** A key sees its own company alone; its siblings do not exist for it. */
export function reachable({ apiKeyId, empresaId }: AccountTenant, id: string): string {
  if (apiKeyId === null || empresaId === id) return id
  throw new AppError('NOT_FOUND', 'La empresa no existe')
}

export const empresaRoutes = ({ credential, idempotency, empresas, sesiones }: Deps) =>
  newArea(credential)
    .get(
      '/v1/empresa',
      ({ tenant, query, request }) => {
        const page = readPage(query)
        const own = tenant.apiKeyId === null ? null : [empresas.get(tenant.cuentaId, tenant.empresaId!)]
        const rows = own
          ? own.slice(page.offset, page.offset + page.limite)
          : empresas.list(tenant.cuentaId, page.limite, page.offset)
        const total = own ? own.length : empresas.count(tenant.cuentaId)
        return { ok: true as const, data: rows.map(toJson), paginacion: paginate(page, total, request.url) }
      },
      {
        accountPermission: 'empresa:leer',
        query: Exact(pageQuery),
        response: Lista(EmpresaJson),
        detail: { tags, summary: 'Lista las empresas de la cuenta' },
      },
    )
    .get(
      '/v1/empresa/actual',
      ({ tenant }) => ({ ok: true as const, data: toJson(empresas.get(tenant.cuentaId, tenant.empresaId)) }),
      {
        permission: 'empresa:leer',
        response: Datos(EmpresaJson),
        detail: { tags, summary: 'La empresa de la llave o la activa de la sesión' },
      },
    )
    .post(
      '/v1/empresa',
      ({ tenant, body, request, set }) =>
        idempotency.create({ set }, accountRequest(request, tenant, body), () => {
          const empresa = empresas.create(tenant.cuentaId, body)
          // Who had no company wants to work with the one just made.
          if (tenant.empresaId === null) sesiones.select(tenant.sesionId, empresa.id)
          return toJson(empresa)
        }),
      {
        session: 'empresa:administrar',
        body: NuevaEmpresa,
        response: { 201: Datos(EmpresaJson) },
        detail: {
          tags,
          summary: 'Crea una empresa',
          'x-errores': ['ALREADY_EXISTS'],
          parameters: [IDEMPOTENCY_PARAMETER],
          description:
            'Queda como empresa activa de la sesión si ésta no tenía una. El RUT es único en la cuenta.',
        },
      },
    )
    .get(
      '/v1/empresa/:id',
      ({ tenant, params }) => ({
        ok: true as const,
        data: toJson(empresas.get(tenant.cuentaId, reachable(tenant, params.id))),
      }),
      {
        accountPermission: 'empresa:leer',
        params: IdEmpresa,
        response: Datos(EmpresaJson),
        detail: { tags, summary: 'Una empresa' },
      },
    )
    .put(
      '/v1/empresa/:id',
      ({ tenant, params, body }) => ({
        ok: true as const,
        data: toJson(empresas.update(tenant.cuentaId, reachable(tenant, params.id), body)),
      }),
      {
        accountPermission: 'empresa:administrar',
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
        empresas.remove(tenant.cuentaId, params.id)
        return status(204, undefined)
      },
      {
        session: 'empresa:administrar',
        params: IdEmpresa,
        response: { 204: Type.Void() },
        detail: {
          tags,
          summary: 'Elimina una empresa',
          'x-errores': ['INVALID_STATE'],
          description:
            'Deja de verse, se revocan sus llaves y se borra su certificado; sus documentos se conservan.',
        },
      },
    )
