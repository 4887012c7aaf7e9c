// One item of the catalogue: to create, to look at, to change, to delete and to bring back (areas/catalogo §1, §3).

import { type Static, Type } from '@sinclair/typebox'
import type { Accion } from '../../domain/auditoria'
import { newArea } from '../../http/area'
import type { Hecho } from '../../http/audit'
import { Datos, Exact, Lista } from '../../http/envelope'
import { idempotentRequest } from '../../http/idempotency'
import { answerList, listQuery, sourceOfFew } from '../../http/listing'
import { IDEMPOTENCY_PARAMETER } from '../../http/openapi'
import { spanQuery } from '../../http/span'
import { BASE, type CatalogoDeps, tags } from './deps'
import {
  CambioJson,
  CambiosProducto,
  NuevoProducto,
  PrecioJson,
  ProductoJson,
  productoParams as params,
} from './producto.schema'
import { productoToJson } from './producto-json'
import type { ProductoRow } from './statements'

const hecho = (accion: Accion, { id, codigo, nombre }: ProductoRow): Hecho => ({
  accion,
  objeto: id,
  detalle: { codigo, nombre },
})

const CAMBIOS = {
  words: ({ usuario, campos }: Static<typeof CambioJson>) => [
    usuario,
    ...campos.flatMap(({ campo, antes, despues }) => [campo, antes, despues]),
  ],
  instante: ({ fecha }: Static<typeof CambioJson>) => fecha,
  orden: '-fecha',
}
const PRECIOS = {
  words: ({ usuario, antes, despues }: Static<typeof PrecioJson>) => [usuario, antes.precio, despues.precio],
  instante: ({ fecha }: Static<typeof PrecioJson>) => fecha,
  orden: '-fecha',
}

const UNO = `${BASE}/:id`
const done = (row: ProductoRow) => ({ ok: true as const, data: productoToJson(row) })

export const productoRoute = ({ credential, audit, idempotency, productos }: CatalogoDeps) =>
  newArea(credential)
    .post(
      BASE,
      ({ tenant, body, request, set }) =>
        idempotency.create({ set }, idempotentRequest(request, tenant, body), () =>
          productoToJson(
            audit(
              tenant,
              () => productos.create(tenant, body),
              (row) => hecho('producto.creado', row),
            ),
          ),
        ),
      {
        permission: 'catalogo:escribir',
        body: NuevoProducto,
        response: { 201: Datos(ProductoJson) },
        detail: {
          tags,
          parameters: [IDEMPOTENCY_PARAMETER],
          summary: 'Crear un producto',
          'x-errores': ['ALREADY_EXISTS', 'VALIDATION_ERROR'],
          description:
            'El código es único entre los que viven, sin distinguir mayúsculas; si ya lo tiene otro, 409 y `detalles` trae su `id`.',
        },
      },
    )
    .get(UNO, ({ tenant, params: { id } }) => done(productos.get(tenant.empresaId, id)), {
      permission: 'catalogo:leer',
      params,
      response: Datos(ProductoJson),
      detail: { tags, summary: 'Ver un producto, también eliminado', 'x-errores': ['NOT_FOUND'] },
    })
    .put(
      UNO,
      ({ tenant, params: { id }, body }) =>
        done(
          audit(
            tenant,
            () => productos.change(tenant, id, body),
            (row) => hecho('producto.cambiado', row),
          ),
        ),
      {
        permission: 'catalogo:escribir',
        params,
        body: CambiosProducto,
        response: Datos(ProductoJson),
        detail: {
          tags,
          summary: 'Cambiar un producto',
          'x-errores': ['NOT_FOUND', 'ALREADY_EXISTS', 'INVALID_STATE', 'VALIDATION_ERROR'],
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
          () => productos.remove(tenant, id),
          (row) => hecho('producto.eliminado', row),
        )
        return status(204, undefined)
      },
      {
        permission: 'catalogo:escribir',
        params,
        response: { 204: Type.Void() },
        detail: {
          tags,
          summary: 'Eliminar un producto',
          'x-errores': ['NOT_FOUND', 'INVALID_STATE'],
          description: 'Deja de ofrecerse y se puede restaurar; su historial queda.',
        },
      },
    )
    .post(
      `${UNO}/restaurar`,
      ({ tenant, params: { id }, request, set }) =>
        idempotency.create(
          { set },
          idempotentRequest(request, tenant, null),
          () =>
            productoToJson(
              audit(
                tenant,
                () => productos.restore(tenant, id),
                (row) => hecho('producto.restaurado', row),
              ),
            ),
          200,
        ),
      {
        permission: 'catalogo:escribir',
        params,
        response: Datos(ProductoJson),
        detail: {
          tags,
          parameters: [IDEMPOTENCY_PARAMETER],
          summary: 'Restaurar un producto eliminado',
          'x-errores': ['NOT_FOUND', 'ALREADY_EXISTS', 'INVALID_STATE'],
        },
      },
    )
    .get(
      `${UNO}/historial`,
      ({ tenant, params: { id }, query, request }) => {
        productos.get(tenant.empresaId, id)
        const source = sourceOfFew({
          rows: (limit, offset) => productos.changes(id, limit, offset),
          total: () => productos.countChanges(id),
        })
        return answerList({ query, request }, CAMBIOS, source, (cambio) => cambio)
      },
      {
        permission: 'catalogo:leer',
        params,
        query: Exact({
          ...listQuery('quién cambió o un valor de antes o de después', CAMBIOS.orden),
          ...spanQuery('Hechos'),
        }),
        response: Lista(CambioJson),
        detail: { tags, summary: 'Qué cambió en un producto, lo último primero', 'x-errores': ['NOT_FOUND'] },
      },
    )
    .get(
      `${UNO}/precios`,
      ({ tenant, params: { id }, query, request }) => {
        productos.get(tenant.empresaId, id)
        const source = sourceOfFew({
          rows: (limit, offset) => productos.prices(id, limit, offset),
          total: () => productos.countPrices(id),
        })
        return answerList({ query, request }, PRECIOS, source, (cambio) => cambio)
      },
      {
        permission: 'catalogo:leer',
        params,
        query: Exact({
          ...listQuery('quién cambió o un precio', PRECIOS.orden),
          ...spanQuery('Hechos'),
        }),
        response: Lista(PrecioJson),
        detail: {
          tags,
          summary: 'Los cambios de precio de un producto, lo último primero',
          'x-errores': ['NOT_FOUND'],
        },
      },
    )
