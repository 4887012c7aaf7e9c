// One customer: to create, to look at, to change, to delete and to bring back (areas/clientes §1).

import { type Static, Type } from '@sinclair/typebox'
import type { Accion } from '../../domain/auditoria'
import { newArea } from '../../http/area'
import type { Hecho } from '../../http/audit'
import { Datos, Exact, Lista } from '../../http/envelope'
import { idempotentRequest } from '../../http/idempotency'
import { answerList, listQuery, sourceOfFew } from '../../http/listing'
import { IDEMPOTENCY_PARAMETER } from '../../http/openapi'
import { spanQuery } from '../../http/span'
import {
  CambioJson,
  CambiosCliente,
  ClienteJson,
  NuevoCliente,
  clienteParams as params,
} from './cliente.schema'
import type { ClienteRow } from './cliente-store'
import { BASE, type ClientesDeps, tags } from './deps'

const hecho = (accion: Accion, { id, rut, razonSocial }: ClienteRow): Hecho => ({
  accion,
  objeto: id,
  detalle: { rut, razon_social: razonSocial },
})

const CAMBIOS = {
  words: ({ usuario, campos }: Static<typeof CambioJson>) => [
    usuario,
    ...campos.flatMap(({ campo, antes, despues }) => [campo, antes, despues]),
  ],
  instante: ({ fecha }: Static<typeof CambioJson>) => fecha,
  orden: '-fecha',
}

const UNO = `${BASE}/:id`

export const clienteRoute = ({ credential, audit, idempotency, clientes: { libro, vista } }: ClientesDeps) =>
  newArea(credential)
    .post(
      BASE,
      ({ tenant, body, request, set }) =>
        idempotency.create({ set }, idempotentRequest(request, tenant, body), () => {
          const made = audit(
            tenant,
            () => libro.create(tenant, body),
            (row) => hecho('cliente.creado', row),
          )
          return vista.one(tenant, made.id)
        }),
      {
        permission: 'clientes:escribir',
        body: NuevoCliente,
        response: { 201: Datos(ClienteJson) },
        detail: {
          tags,
          parameters: [IDEMPOTENCY_PARAMETER],
          summary: 'Crear un cliente',
          'x-errores': ['ALREADY_EXISTS', 'VALIDATION_ERROR', 'INVALID_RUT'],
          description:
            'El RUT es único entre los clientes que viven; si ya hay uno, 409 y `detalles` trae su `id`. Los del RUT `55555555-5` se distinguen por `extranjero.num_id`.',
        },
      },
    )
    .get(
      UNO,
      ({ tenant, params: { id } }) => {
        libro.get(tenant.empresaId, id)
        return { ok: true as const, data: vista.one(tenant, id) }
      },
      {
        permission: 'clientes:leer',
        params,
        response: Datos(ClienteJson),
        detail: { tags, summary: 'Ver un cliente, también eliminado', 'x-errores': ['NOT_FOUND'] },
      },
    )
    .put(
      UNO,
      ({ tenant, params: { id }, body }) => {
        audit(
          tenant,
          () => libro.change(tenant, id, body),
          (row) => hecho('cliente.cambiado', row),
        )
        return { ok: true as const, data: vista.one(tenant, id) }
      },
      {
        permission: 'clientes:escribir',
        params,
        body: CambiosCliente,
        response: Datos(ClienteJson),
        detail: {
          tags,
          summary: 'Cambiar un cliente',
          'x-errores': ['NOT_FOUND', 'ALREADY_EXISTS', 'INVALID_STATE', 'VALIDATION_ERROR', 'INVALID_RUT'],
          description:
            'Lo que no se envía queda como estaba; `null` borra un dato optativo. Los documentos ya emitidos conservan lo que dicen.',
        },
      },
    )
    .delete(
      UNO,
      ({ tenant, params: { id }, status }) => {
        audit(
          tenant,
          () => libro.remove(tenant, id),
          (row) => hecho('cliente.eliminado', row),
        )
        return status(204, undefined)
      },
      {
        permission: 'clientes:escribir',
        params,
        response: { 204: Type.Void() },
        detail: {
          tags,
          summary: 'Eliminar un cliente',
          'x-errores': ['NOT_FOUND', 'INVALID_STATE'],
          description: 'Deja de ofrecerse y se puede restaurar; sus documentos e historial quedan.',
        },
      },
    )
    .post(
      `${UNO}/restaurar`,
      ({ tenant, params: { id }, request, set }) =>
        idempotency.create(
          { set },
          idempotentRequest(request, tenant, null),
          () => {
            audit(
              tenant,
              () => libro.restore(tenant, id),
              (row) => hecho('cliente.restaurado', row),
            )
            return vista.one(tenant, id)
          },
          200,
        ),
      {
        permission: 'clientes:escribir',
        params,
        response: Datos(ClienteJson),
        detail: {
          tags,
          parameters: [IDEMPOTENCY_PARAMETER],
          summary: 'Restaurar un cliente eliminado',
          'x-errores': ['NOT_FOUND', 'ALREADY_EXISTS', 'INVALID_STATE'],
        },
      },
    )
    .get(
      `${UNO}/historial`,
      ({ tenant, params: { id }, query, request }) => {
        libro.get(tenant.empresaId, id)
        const source = sourceOfFew({
          rows: (limit, offset) => libro.changes(id, limit, offset),
          total: () => libro.countChanges(id),
        })
        return answerList({ query, request }, CAMBIOS, source, (cambio) => cambio)
      },
      {
        permission: 'clientes:leer',
        params,
        query: Exact({
          ...listQuery('quién cambió o un valor de antes o de después', CAMBIOS.orden),
          ...spanQuery('Hechos'),
        }),
        response: Lista(CambioJson),
        detail: { tags, summary: 'Qué cambió en un cliente, lo último primero', 'x-errores': ['NOT_FOUND'] },
      },
    )
