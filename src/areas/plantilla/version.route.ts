// GET and POST /v1/plantilla, and its versions: list, read, activate, deactivate, delete (http §22.2).

import { Type } from '@sinclair/typebox'
import type { Accion } from '../../domain/auditoria'
import { faultsError } from '../../domain/errors'
import { VERSIONES_MAX } from '../../domain/plantilla'
import { Advertencias } from '../../http/advertencias'
import { newArea } from '../../http/area'
import type { Hecho } from '../../http/audit'
import type { AreaDeps } from '../../http/deps'
import { Datos, Exact, Lista, OneOf } from '../../http/envelope'
import { idempotentRequest } from '../../http/idempotency'
import { answerList, listQuery, sourceOfFew } from '../../http/listing'
import { IDEMPOTENCY_PARAMETER } from '../../http/openapi'
import { reply } from '../../http/reply'
import { FORMATOS, papelFaults } from '../../pdf'
import { CODIGOS, codigosDe, readNueva, readTipos } from './bodies'
import { NuevaBody, PapelJson, TiposBody, toBreve, toJson, VersionBreve, VersionJson } from './plantilla-json'
import type { Version } from './plantilla-store'
import type { Plantillas } from './plantillas'

interface Deps extends Pick<AreaDeps, 'credential' | 'idempotency' | 'audit'> {
  plantillas: Plantillas
}

const tags = ['Plantilla PDF']
const VERSIONES = { words: ({ nombre, formato }: Version) => [nombre, formato], orden: '-version' }
const params = Exact({ id: Type.String() })

/** The paper without an active version. */
const NORMAL = {
  id: null,
  version: null,
  nombre: 'Papel normal',
  activa: true,
  creada_por: null,
  created_at: null,
  config: {},
}

const hecho = (accion: Accion, { id, version, nombre, formato, tiposActivos }: Version): Hecho => ({
  accion,
  objeto: id,
  detalle: { version, nombre, formato, tipos_activos: tiposActivos },
})

export const versionRoutes = ({ credential, idempotency, audit, plantillas }: Deps) =>
  newArea(credential)
    .get(
      '/v1/plantilla',
      ({ tenant, query }) => {
        const { formato = 'carta', tipo_dte } = query
        const suyos = codigosDe(formato)
        const codigo = CODIGOS.find((c) => String(c) === tipo_dte) ?? suyos[0]!
        const faults = papelFaults(formato, codigo)
        if (faults.length) throw faultsError(faults)
        const version = plantillas.active(tenant.empresaId, formato, codigo)
        const normal = { ...NORMAL, formato, tipos_dte: suyos, tipos_activos: [codigo] }
        return { ok: true as const, data: version ? toJson(version) : normal }
      },
      {
        permission: 'empresa:leer',
        query: Exact({
          tipo_dte: Type.Optional(
            OneOf(CODIGOS.map(String), {
              description: '33 si se omite; 39 con `formato=57mm`, que es sólo para boletas.',
            }),
          ),
          formato: Type.Optional(OneOf(FORMATOS, { description: '`carta` si se omite.' })),
        }),
        response: Datos(PapelJson),
        detail: {
          tags,
          summary: 'La plantilla con que se imprime un tipo',
          'x-errores': ['VALIDATION_ERROR'],
          description: 'Sin una versión activa para ese tipo y formato, el papel normal, con `id` null.',
        },
      },
    )
    .post(
      '/v1/plantilla',
      async ({ tenant, body, request, set }) => {
        const { leido, advertencias } = readNueva(body)
        const answer = await idempotency.once(idempotentRequest(request, tenant, body), async () => {
          const version = audit(
            tenant,
            () =>
              plantillas.create(tenant.empresaId, tenant, {
                nombre: leido.nombre,
                formato: leido.formato ?? 'carta',
                tiposDte: leido.tipos_dte,
                config: leido.config ?? {},
              }),
            (made) => hecho('plantilla.creada', made),
          )
          const data = { ...toJson(version), ...(advertencias.length && { advertencias }) }
          return { status: 201, body: { ok: true as const, data } }
        })
        return reply(set, answer)
      },
      {
        permission: 'plantilla:administrar',
        body: NuevaBody,
        response: {
          201: Datos(Exact({ ...VersionJson.properties, advertencias: Type.Optional(Advertencias) })),
        },
        detail: {
          tags,
          summary: 'Crea una versión de la plantilla',
          parameters: [IDEMPOTENCY_PARAMETER],
          description: `Queda sin activar: vea cómo se ve con \`POST /v1/plantilla/previsualizar\` y actívela con \`PUT /v1/plantilla/versiones/:id/activar\`. Una versión no cambia; otro papel es otra versión. Hasta ${VERSIONES_MAX} por empresa: para hacer lugar, elimine alguna con \`DELETE /v1/plantilla/versiones/:id\`.`,
          'x-errores': ['CONFLICT'],
          responses: {
            409: { description: `CONFLICT: ya hay ${VERSIONES_MAX} versiones; elimine alguna` },
          },
        },
      },
    )
    .get(
      '/v1/plantilla/versiones',
      ({ tenant, query, request }) => {
        const source = sourceOfFew({
          rows: (limit, offset) => plantillas.list(tenant.empresaId, limit, offset),
          total: () => plantillas.count(tenant.empresaId),
        })
        return answerList({ query, request }, VERSIONES, source, toBreve)
      },
      {
        permission: 'empresa:leer',
        query: Exact(listQuery('el nombre o el formato', VERSIONES.orden)),
        response: Lista(VersionBreve),
        detail: { tags, summary: 'Lista las versiones, la más nueva primero' },
      },
    )
    .get(
      '/v1/plantilla/versiones/:id',
      ({ tenant, params }) => ({
        ok: true as const,
        data: toJson(plantillas.get(tenant.empresaId, params.id)),
      }),
      {
        permission: 'empresa:leer',
        params,
        response: Datos(VersionJson),
        detail: { tags, summary: 'Una versión con su configuración' },
      },
    )
    .put(
      '/v1/plantilla/versiones/:id/activar',
      ({ tenant, params, body }) => {
        const { tipos_dte } = readTipos(body).leido
        const version = audit(
          tenant,
          () => plantillas.activate(tenant.empresaId, params.id, tipos_dte),
          (active) => hecho('plantilla.activada', active),
        )
        return { ok: true as const, data: toJson(version) }
      },
      {
        permission: 'plantilla:administrar',
        params,
        body: TiposBody,
        response: Datos(VersionJson),
        detail: {
          tags,
          summary: 'Activa una versión, para todos sus tipos o para algunos',
          description:
            'Desde ahora esos tipos se imprimen con ella en su formato, en lugar de la que tuvieran; los demás siguen como estaban. El cuerpo puede omitirse.',
        },
      },
    )
    .put(
      '/v1/plantilla/versiones/:id/desactivar',
      ({ tenant, params, body }) => {
        const { tipos_dte } = readTipos(body).leido
        const version = audit(
          tenant,
          () => plantillas.deactivate(tenant.empresaId, params.id, tipos_dte),
          (rest) => hecho('plantilla.desactivada', rest),
        )
        return { ok: true as const, data: toJson(version) }
      },
      {
        permission: 'plantilla:administrar',
        params,
        body: TiposBody,
        response: Datos(VersionJson),
        detail: {
          tags,
          summary: 'Desactiva una versión, para todos sus tipos o para algunos',
          description: 'Esos tipos vuelven al papel normal. El cuerpo puede omitirse.',
        },
      },
    )
    .delete(
      '/v1/plantilla/versiones/:id',
      ({ tenant, params, status }) => {
        audit(
          tenant,
          () => plantillas.remove(tenant.empresaId, params.id),
          (gone) => hecho('plantilla.eliminada', gone),
        )
        return status(204, undefined)
      },
      {
        permission: 'plantilla:administrar',
        params,
        response: { 204: Type.Void() },
        detail: {
          tags,
          summary: 'Elimina una versión que no está activa',
          description: `Hace lugar cuando la empresa llegó a ${VERSIONES_MAX}. Su número no se vuelve a usar.`,
          'x-errores': ['INVALID_STATE'],
          responses: { 409: { description: 'INVALID_STATE: está activa; active otra o desactívela antes' } },
        },
      },
    )
