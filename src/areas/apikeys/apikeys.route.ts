// GET, POST, DELETE /v1/apikeys and POST /v1/apikeys/:id/rotar (http §15).

import { Type } from '@sinclair/typebox'
import { SIGNIFICADO_SCOPE } from '../../domain/permisos'
import { newArea } from '../../http/area'
import type { Hecho } from '../../http/audit'
import type { AreaDeps } from '../../http/deps'
import { AmbienteJson, Datos, Exact, Lista, Nullable, OneOf, PermisoJson } from '../../http/envelope'
import { Instante, Red } from '../../http/formats'
import { idempotentRequest } from '../../http/idempotency'
import { answerList, listQuery, sourceOfFew } from '../../http/listing'
import { IDEMPOTENCY_PARAMETER } from '../../http/openapi'
import { showAs } from '../../http/show-as'
import type { AccountTenant } from '../../http/tenant'
import type { ApiKey, Reach } from './api-key-store'
import { type ApiKeys, type Made, scopesFor } from './api-keys'

interface Deps extends Pick<AreaDeps, 'credential' | 'idempotency' | 'audit'> {
  apiKeys: ApiKeys
}

const tags = ['API Keys']
const LLAVES = {
  words: ({ nombre, prefijo, ultimos4 }: ApiKey) => [nombre, prefijo, ultimos4],
  orden: '-created_at',
}

const Body = Exact({
  nombre: Type.String({ minLength: 1, maxLength: 100, examples: ['ERP de la casa matriz'] }),
  empresa_id: Type.String({ examples: ['emp_01JD3Q8Z5V7K2M4N6P8R0S2T4V'] }),
  scopes: Type.Optional(
    Type.Array(OneOf(SIGNIFICADO_SCOPE), {
      uniqueItems: true,
      description: 'Alcances; `dte:*` son todos los de dte. Sin ellos: dte, lecturas y consultas.',
      examples: [['dte:emitir', 'dte:leer']],
    }),
  ),
  ambiente: Type.Optional(AmbienteJson({ description: 'El de la empresa, si se omite.' })),
  expires_at: Type.Optional(
    Nullable(Instante({ description: 'Sin él la llave no vence.', examples: ['2027-12-31T23:59:59Z'] })),
  ),
  ips: Type.Optional(
    Type.Array(Red(), {
      maxItems: 100,
      uniqueItems: true,
      description:
        'Direcciones IPv4 o IPv6, o rangos CIDR, desde las que se admite; sin ellas, desde cualquiera.',
      examples: [['203.0.113.7', '2001:db8::/32']],
    }),
  ),
})

const fields = {
  id: Type.String(),
  nombre: Type.String(),
  prefijo: Type.String(),
  ultimos4: Type.String(),
  empresa_id: Type.String(),
  scopes: Type.Array(PermisoJson),
  tipos_dte: Type.Array(Type.Integer(), {
    description: 'Tipos de documento que puede emitir, los de quien la creó; vacía, todos.',
  }),
  ips: Type.Array(Type.String()),
  ambiente: AmbienteJson(),
  expires_at: Nullable(Type.String()),
  last_used_at: Nullable(Type.String()),
  created_at: Type.String(),
  revoked_at: Nullable(Type.String({ description: 'En una llave rotada es futuro: hasta entonces sirve.' })),
}
const ApiKeyJson = Exact(fields)
const NewApiKeyJson = Exact({
  ...fields,
  api_key: Type.String({ description: 'La llave; se muestra sólo esta vez.' }),
})

const hecho = (
  accion: 'apikey.creada' | 'apikey.rotada' | 'apikey.revocada',
  key: ApiKey,
  more: object = {},
): Hecho => ({
  accion,
  objeto: key.id,
  empresaId: key.empresaId,
  detalle: {
    nombre: key.nombre,
    ambiente: key.ambiente,
    ultimos4: key.ultimos4,
    scopes: key.scopes,
    ...more,
  },
})

const toJson = showAs(ApiKeyJson, (_: ApiKey) => ({}))

/** A session reaches the keys of the companies that its person sees, a key those of its own. */
const reachOf = ({ cuentaId, empresas }: AccountTenant): Reach => ({ cuentaId, empresas })

const withText = ({ key, text }: Made) => ({ ...toJson(key), api_key: text })

export const apiKeyRoutes = ({ credential, idempotency, audit, apiKeys }: Deps) =>
  newArea(credential)
    .get(
      '/v1/apikeys',
      ({ tenant, query, request }) => {
        const reach = reachOf(tenant)
        const source = sourceOfFew({
          rows: (limit, offset) => apiKeys.list(reach, limit, offset),
          total: () => apiKeys.count(reach),
        })
        return answerList({ query, request }, LLAVES, source, toJson)
      },
      {
        accountPermission: 'apikeys:administrar',
        query: Exact(listQuery('el nombre, el comienzo o los últimos cuatro caracteres', LLAVES.orden)),
        response: Lista(ApiKeyJson),
        detail: { tags, summary: 'Lista las llaves, la más nueva primero' },
      },
    )
    .post(
      '/v1/apikeys',
      ({ tenant, body, request, set }) => {
        // Before any kept answer is looked up: it holds a key of that company, with those scopes.
        const empresa = apiKeys.company(reachOf(tenant), body.empresa_id)
        const scopes = scopesFor(tenant.permisos, body.scopes ?? [])
        const own = { ...tenant, empresaId: empresa.id, ambiente: body.ambiente ?? empresa.ambiente }
        // A key issues what its maker may.
        const asked = { ...body, scopes, tipos_dte: tenant.tiposDte }
        return idempotency.create({ set }, idempotentRequest(request, own, asked), () => {
          const made = audit(
            tenant,
            () =>
              apiKeys.create(tenant, {
                nombre: body.nombre,
                empresaId: body.empresa_id,
                scopes,
                ambiente: body.ambiente,
                expiresAt: body.expires_at ?? undefined,
                ips: body.ips,
              }),
            ({ key }) => hecho('apikey.creada', key),
          )
          return withText(made)
        })
      },
      {
        accountPermission: 'apikeys:administrar',
        factorShown: true,
        body: Body,
        response: { 201: Datos(NewApiKeyJson) },
        detail: {
          tags,
          summary: 'Crea una llave para una empresa',
          'x-errores': ['NOT_FOUND', 'CONFLICT'],
          parameters: [IDEMPOTENCY_PARAMETER],
          description: 'La llave queda ligada a esa empresa y a un ambiente. Se guarda sólo su SHA-256.',
        },
      },
    )
    .post(
      '/v1/apikeys/:id/rotar',
      ({ tenant, params, request, set }) => {
        // Here as well: a kept answer holds a key like it.
        const { empresaId, ambiente } = apiKeys.governed(tenant, params.id)
        const own = { ...tenant, empresaId, ambiente }
        return idempotency.create({ set }, idempotentRequest(request, own, null), () => {
          const made = audit(
            tenant,
            () => apiKeys.rotate(tenant, params.id),
            ({ key }) => hecho('apikey.rotada', key, { anterior: params.id }),
          )
          return withText(made)
        })
      },
      {
        accountPermission: 'apikeys:administrar',
        factorShown: true,
        params: Exact({ id: Type.String() }),
        response: { 201: Datos(NewApiKeyJson) },
        detail: {
          tags,
          summary: 'Cambia una llave por otra igual',
          'x-errores': ['INVALID_STATE'],
          parameters: [IDEMPOTENCY_PARAMETER],
          description: 'La anterior sirve 24 horas más, para cambiarla sin detener a quien la usa.',
        },
      },
    )
    .delete(
      '/v1/apikeys/:id',
      ({ tenant, params, status }) => {
        audit(
          tenant,
          () => apiKeys.revoke(reachOf(tenant), params.id),
          (key) => hecho('apikey.revocada', key),
        )
        return status(204, undefined)
      },
      {
        accountPermission: 'apikeys:administrar',
        factorShown: true,
        params: Exact({ id: Type.String() }),
        response: { 204: Type.Void() },
        detail: { tags, summary: 'Revoca una llave' },
      },
    )
