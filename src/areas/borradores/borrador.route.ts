// Drafts: to write, to look at, to change and to discard (areas/borradores §1, §2).

import { Type } from '@sinclair/typebox'
import type { Accion } from '../../domain/auditoria'
import { newArea } from '../../http/area'
import type { Hecho } from '../../http/audit'
import { Datos, Exact, Lista, OneOf } from '../../http/envelope'
import { idempotentRequest } from '../../http/idempotency'
import { answerList, listQuery } from '../../http/listing'
import { IDEMPOTENCY_PARAMETER } from '../../http/openapi'
import { spanQuery } from '../../http/span'
import {
  BorradorJson,
  CambioBorrador,
  ESTADOS_BORRADOR,
  NuevoBorrador,
  ORIGENES_BORRADOR,
  borradorParams as params,
} from './borrador.schema'
import { borradorToJson } from './borrador-json'
import { BASE, type BorradoresDeps, tags } from './deps'
import type { BorradorRow } from './statements'

const hecho = (accion: Accion, { id, origen }: BorradorRow): Hecho => ({
  accion,
  objeto: id,
  detalle: { origen },
})

const LISTA = {
  words: ({ busqueda }: BorradorRow) => [busqueda],
  instante: ({ updated_at }: BorradorRow) => updated_at,
  orden: '-updated_at',
}

const UNO = `${BASE}/:id`

export const borradorRoute = ({ credential, audit, idempotency, borradores }: BorradoresDeps) =>
  newArea(credential)
    .post(
      BASE,
      ({ tenant, body, request, set }) => {
        const duplicado = body.desde !== undefined
        return idempotency.create({ set }, idempotentRequest(request, tenant, body), () => {
          const solicitud = body.desde ? borradores.copyOf(tenant, body.desde) : body.solicitud!
          const row = audit(
            tenant,
            () => borradores.create(tenant, solicitud, duplicado ? 'duplicado' : 'manual'),
            (made) => hecho('borrador.creado', made),
          )
          return borradorToJson(row, borradores.open(row))
        })
      },
      {
        permission: 'borradores:escribir',
        body: NuevoBorrador,
        response: { 201: Datos(BorradorJson) },
        detail: {
          tags,
          parameters: [IDEMPOTENCY_PARAMETER],
          summary: 'Escribir un borrador, o duplicar un documento',
          'x-errores': ['NOT_FOUND', 'INVALID_STATE', 'FORBIDDEN', 'VALIDATION_ERROR'],
          description:
            'Un borrador puede tener faltas: `juicio` las dice. Con `desde` es la solicitud que emitiría ese documento otra vez. Hasta 10.000 abiertos; se olvida el que nadie toca en 400 días.',
        },
      },
    )
    .get(
      BASE,
      ({ tenant: { empresaId, ambiente }, query, request }) => {
        const { origen = null, estado = null, serie = null } = query
        const filtro = { empresa_id: empresaId, ambiente, origen, estado, serie }
        const source = {
          rows: (limit: number, offset: number) => borradores.list(filtro, limit, offset, null),
          total: () => borradores.count(filtro),
          after: (last: BorradorRow | null, limit: number) => borradores.list(filtro, limit, 0, last),
        }
        return answerList({ query, request }, LISTA, source, (row) =>
          borradorToJson(row, borradores.open(row)),
        )
      },
      {
        permission: 'borradores:escribir',
        query: Exact({
          ...listQuery('el receptor, su RUT o la referencia', LISTA.orden),
          ...spanQuery('Escritos'),
          origen: Type.Optional(OneOf(ORIGENES_BORRADOR)),
          estado: Type.Optional(OneOf(ESTADOS_BORRADOR)),
          serie: Type.Optional(Type.String({ description: 'El `id` de una serie.' })),
        }),
        response: Lista(BorradorJson),
        detail: { tags, summary: 'Ver borradores, lo último escrito primero' },
      },
    )
    .get(
      UNO,
      ({ tenant, params: { id } }) => {
        const row = borradores.get(tenant, id)
        return { ok: true as const, data: borradorToJson(row, borradores.judged(tenant, row)) }
      },
      {
        permission: 'borradores:escribir',
        params,
        response: Datos(BorradorJson),
        detail: { tags, summary: 'Ver un borrador', 'x-errores': ['NOT_FOUND'] },
      },
    )
    .put(
      UNO,
      ({ tenant, params: { id }, body: { solicitud, version } }) => {
        const row = audit(
          tenant,
          () => borradores.change(tenant, id, solicitud, version),
          (changed) => hecho('borrador.cambiado', changed),
        )
        return { ok: true as const, data: borradorToJson(row, borradores.open(row)) }
      },
      {
        permission: 'borradores:escribir',
        params,
        body: CambioBorrador,
        response: Datos(BorradorJson),
        detail: {
          tags,
          summary: 'Cambiar un borrador',
          'x-errores': ['NOT_FOUND', 'CONFLICT', 'INVALID_STATE', 'VALIDATION_ERROR'],
          description: '`solicitud` va entera. `CONFLICT`: otro lo cambió desde la `version` que se vio.',
        },
      },
    )
    .delete(
      UNO,
      ({ tenant, params: { id }, status }) => {
        const row = borradores.get(tenant, id)
        // Twice is once, in the log too.
        if (row.estado !== 'descartado')
          audit(
            tenant,
            () => borradores.discard(row),
            () => hecho('borrador.descartado', row),
          )
        return status(204, undefined)
      },
      {
        permission: 'borradores:escribir',
        params,
        response: { 204: Type.Void() },
        detail: { tags, summary: 'Descartar un borrador', 'x-errores': ['NOT_FOUND', 'INVALID_STATE'] },
      },
    )
