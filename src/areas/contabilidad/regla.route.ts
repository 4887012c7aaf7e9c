// Rules: to write, to list, to change, to delete and to copy from another company (areas/contabilidad §3).

import { Type } from '@sinclair/typebox'
import type { Accion } from '../../domain/auditoria'
import { LIBROS } from '../../domain/contabilidad/libros'
import { AppError } from '../../domain/errors'
import { newArea } from '../../http/area'
import type { Hecho } from '../../http/audit'
import { Datos, Exact, Lista, OneOf } from '../../http/envelope'
import { idempotentRequest } from '../../http/idempotency'
import { answerList, listQuery, sourceOf } from '../../http/listing'
import { IDEMPOTENCY_PARAMETER } from '../../http/openapi'
import { reachable } from '../../http/tenant'
import { createEmpresaStore } from '../empresa'
import type { Contabilidad } from './ajustes'
import { BASE, type ContabilidadDeps, type RouteDeps, tags } from './deps'
import { datosOf, NuevaRegla, ReglaJson, reglaToJson } from './regla.schema'
import type { ReglaRow } from './statements'

const hecho = (accion: Accion, { id, libro, componente, cuenta }: ReglaRow): Hecho => ({
  accion,
  objeto: id,
  detalle: { libro, componente, cuenta },
})

const LISTA = {
  words: ({ componente, cuenta, centro, rut, glosa }: ReglaRow) => [componente, cuenta, centro, rut, glosa],
  orden: 'orden',
}
const UNA = `${BASE}/reglas/:id`
const params = Exact({ id: Type.String() })
const done = (row: ReglaRow) => ({ ok: true as const, data: reglaToJson(row) })

interface Deps extends RouteDeps, Pick<ContabilidadDeps, 'store'> {
  contabilidad: Contabilidad
}

export const reglaRoute = ({ credential, audit, idempotency, contabilidad, store }: Deps) => {
  const empresas = createEmpresaStore(store.db)
  return newArea(credential)
    .get(
      `${BASE}/reglas`,
      ({ tenant: { empresaId }, query, request }) => {
        const all = contabilidad
          .reglas(empresaId)
          .filter(({ libro }) => !query.libro || libro === query.libro)
        return answerList({ query, request }, LISTA, sourceOf(all), reglaToJson)
      },
      {
        permission: 'contabilidad:leer',
        query: Exact({
          ...listQuery('la parte, la cuenta, el centro, el RUT o la glosa', LISTA.orden),
          libro: Type.Optional(OneOf(LIBROS)),
        }),
        response: Lista(ReglaJson),
        detail: { tags, summary: 'Ver las reglas de los asientos, en su orden' },
      },
    )
    .post(
      `${BASE}/reglas`,
      ({ tenant, body, request, set }) =>
        idempotency.create({ set }, idempotentRequest(request, tenant, body), () =>
          reglaToJson(
            audit(
              tenant,
              () => contabilidad.addRegla(tenant.empresaId, datosOf(body)),
              (row) => hecho('contabilidad.regla_creada', row),
            ),
          ),
        ),
      {
        permission: 'contabilidad:administrar',
        body: NuevaRegla,
        response: { 201: Datos(ReglaJson) },
        detail: {
          tags,
          parameters: [IDEMPOTENCY_PARAMETER],
          summary: 'Crear una regla',
          'x-errores': ['VALIDATION_ERROR', 'INVALID_STATE'],
          description:
            'Da la cuenta de una parte de los documentos. Vale la primera que calza, por `orden`; Timbre no trae cuentas propias. Si hay plan de cuentas, la cuenta debe estar en él.',
        },
      },
    )
    .put(
      UNA,
      ({ tenant, params: { id }, body }) =>
        done(
          audit(
            tenant,
            () => contabilidad.setRegla(tenant.empresaId, id, datosOf(body)),
            (row) => hecho('contabilidad.regla_cambiada', row),
          ),
        ),
      {
        permission: 'contabilidad:administrar',
        params,
        body: NuevaRegla,
        response: Datos(ReglaJson),
        detail: {
          tags,
          summary: 'Cambiar una regla entera',
          'x-errores': ['NOT_FOUND', 'VALIDATION_ERROR'],
          description: 'Lo exportado no cambia.',
        },
      },
    )
    .delete(
      UNA,
      ({ tenant, params: { id }, status }) => {
        audit(
          tenant,
          () => contabilidad.dropRegla(tenant.empresaId, id),
          (row) => hecho('contabilidad.regla_eliminada', row),
        )
        return status(204, undefined)
      },
      {
        permission: 'contabilidad:administrar',
        params,
        response: { 204: Type.Void() },
        detail: { tags, summary: 'Borrar una regla', 'x-errores': ['NOT_FOUND'] },
      },
    )
    .post(
      `${BASE}/reglas/copiar`,
      ({ tenant, body, request, set }) =>
        idempotency.create({ set }, idempotentRequest(request, tenant, body), () => {
          const desde = empresas.find(tenant.cuentaId, reachable(tenant, body.desde_empresa))
          if (!desde) throw new AppError('NOT_FOUND', 'La empresa no existe')
          const copiadas = audit(
            tenant,
            () => contabilidad.copyReglas(desde.id, tenant.empresaId),
            (n) => ({
              accion: 'contabilidad.reglas_copiadas' as const,
              objeto: desde.id,
              detalle: { reglas: n },
            }),
          )
          return { copiadas }
        }),
      {
        permission: 'contabilidad:administrar',
        body: Exact({ desde_empresa: Type.String({ examples: ['emp_01JD3QZ8W6T4M2X0V9K7B5N1C3'] }) }),
        response: { 201: Datos(Exact({ copiadas: Type.Integer() })) },
        detail: {
          tags,
          parameters: [IDEMPOTENCY_PARAMETER],
          summary: 'Copiar las reglas de otra empresa de la cuenta',
          'x-errores': ['NOT_FOUND', 'INVALID_STATE'],
          description:
            'Sólo si la empresa no tiene ninguna. Las cuentas de las reglas no se revisan contra su plan.',
        },
      },
    )
}
