// Series: to write, to look at, to change and to remove (areas/recurrentes §1).

import { Type } from '@sinclair/typebox'
import type { Accion } from '../../domain/auditoria'
import { rutQuery } from '../../http/alias'
import { newArea } from '../../http/area'
import type { Hecho } from '../../http/audit'
import { Datos, Exact, Lista, OneOf } from '../../http/envelope'
import { idempotentRequest } from '../../http/idempotency'
import { answerList, listQuery } from '../../http/listing'
import { IDEMPOTENCY_PARAMETER } from '../../http/openapi'
import { spanQuery } from '../../http/span'
import { ERRORES_EMISION } from '../dte'
import { BASE, type RouteDeps, tags } from './deps'
import { CambiosSerie, ESTADOS_SERIE, NuevaSerie, serieParams as params, SerieJson } from './serie.schema'
import { serieToJson } from './serie-json'
import type { Series } from './series'
import type { SerieRow } from './statements'

export const hecho = (accion: Accion, { id, nombre, modo }: SerieRow): Hecho => ({
  accion,
  objeto: id,
  detalle: { nombre, modo },
})

const LISTA = {
  words: ({ busqueda }: SerieRow) => [busqueda],
  rut: ({ rut_receptor }: SerieRow) => rut_receptor,
  instante: ({ created_at }: SerieRow) => created_at,
  orden: '-created_at',
}

const UNA = `${BASE}/:id`
const ERRORES = [...ERRORES_EMISION, 'VALIDATION_ERROR'] as const

interface Deps extends RouteDeps {
  series: Series
}

/** A series as it is now. */
export const shown = (series: Series, row: SerieRow): SerieJson =>
  serieToJson(row, series.open(row), series.stoppedOf(row))

export const serieRoute = ({ credential, audit, idempotency, series }: Deps) =>
  newArea(credential)
    .post(
      BASE,
      ({ tenant, body, request, set }) =>
        idempotency.create({ set }, idempotentRequest(request, tenant, body), () => {
          const row = audit(
            tenant,
            () => series.create(tenant, body),
            (made) => hecho('recurrente.creada', made),
          )
          return shown(series, row)
        }),
      {
        permission: 'recurrentes:gestionar',
        body: NuevaSerie,
        response: { 201: Datos(SerieJson) },
        detail: {
          tags,
          parameters: [IDEMPOTENCY_PARAMETER],
          summary: 'Crear una serie que emite o escribe borradores en sus fechas',
          'x-errores': ERRORES,
          description:
            'Su próxima fecha debe poder emitirse. Cada fecha se hace una sola vez, para siempre; la que se atrasa de más, o trae una falta, queda como borrador. Hasta 5.000 activas.',
        },
      },
    )
    .get(
      BASE,
      ({ tenant: { empresaId, ambiente }, query, request }) => {
        const filtro = { empresa_id: empresaId, ambiente, estado: query.estado ?? null }
        const source = {
          rows: (limit: number, offset: number) => series.list(filtro, limit, offset, null),
          total: () => series.count(filtro),
          after: (last: SerieRow | null, limit: number) => series.list(filtro, limit, 0, last),
        }
        return answerList({ query, request }, LISTA, source, (row) => shown(series, row))
      },
      {
        permission: 'dte:leer',
        query: Exact({
          ...listQuery('el nombre, el receptor o su RUT', LISTA.orden),
          ...spanQuery('Creadas'),
          ...rutQuery('Del receptor.'),
          estado: Type.Optional(OneOf(ESTADOS_SERIE)),
        }),
        response: Lista(SerieJson),
        detail: { tags, summary: 'Ver series, la última creada primero' },
      },
    )
    .get(
      UNA,
      ({ tenant, params: { id } }) => ({ ok: true as const, data: shown(series, series.get(tenant, id)) }),
      {
        permission: 'dte:leer',
        params,
        response: Datos(SerieJson),
        detail: { tags, summary: 'Ver una serie', 'x-errores': ['NOT_FOUND'] },
      },
    )
    .put(
      UNA,
      ({ tenant, params: { id }, body }) => {
        const row = audit(
          tenant,
          () => series.change(tenant, id, body),
          (changed) => hecho('recurrente.cambiada', changed),
        )
        return { ok: true as const, data: shown(series, row) }
      },
      {
        permission: 'recurrentes:gestionar',
        params,
        body: CambiosSerie,
        response: Datos(SerieJson),
        detail: {
          tags,
          summary: 'Cambiar una serie',
          'x-errores': [...ERRORES, 'NOT_FOUND'],
          description:
            'Lo que no se envía queda como estaba; `regla` y `solicitud` van enteras. Otra regla cuenta desde hoy: con otro día, un mes ya cobrado puede tener una fecha más; omítala.',
        },
      },
    )
    .delete(
      UNA,
      ({ tenant, params: { id }, status }) => {
        const row = series.get(tenant, id)
        audit(
          tenant,
          () => series.remove(row),
          () => hecho('recurrente.eliminada', row),
        )
        return status(204, undefined)
      },
      {
        permission: 'recurrentes:gestionar',
        params,
        response: { 204: Type.Void() },
        detail: {
          tags,
          summary: 'Borrar una serie',
          'x-errores': ['NOT_FOUND'],
          description: 'Sus documentos y borradores quedan.',
        },
      },
    )
