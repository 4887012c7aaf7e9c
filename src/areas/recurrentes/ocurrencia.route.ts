// The dates of a series: those to come, those that were, and what a person says of one (areas/recurrentes §3, §4).

import { Type } from '@sinclair/typebox'
import { newArea } from '../../http/area'
import { Datos, Exact, Lista } from '../../http/envelope'
import { answerList, listQuery, sourceOfFew } from '../../http/listing'
import { queryInteger } from '../../http/paging'
import { spanQuery } from '../../http/span'
import { ERRORES_EMISION } from '../dte'
import { BASE, type RouteDeps, tags } from './deps'
import { CambioOcurrencia, OcurrenciaJson, ocurrenciaParams, ProximaJson } from './ocurrencia.schema'
import type { Ocurrencias } from './ocurrencias'
import type { createProximas } from './proximas'
import { serieParams } from './serie.schema'
import { ocurrenciaToJson } from './serie-json'
import type { Series } from './series'
import type { OcurrenciaRow } from './statements-ocurrencia'

const LISTA = {
  words: ({ fecha, mensaje, codigo }: OcurrenciaRow) => [fecha, mensaje, codigo],
  instante: ({ updated_at }: OcurrenciaRow) => updated_at,
  orden: '-fecha',
}

const PROXIMAS_MAX = 60

interface Deps extends RouteDeps {
  series: Series
  ocurrencias: Ocurrencias
  proximas: ReturnType<typeof createProximas>
}

export const ocurrenciaRoute = ({ credential, audit, series, ocurrencias, proximas }: Deps) =>
  newArea(credential)
    .get(
      `${BASE}/:id/proximas`,
      async ({ tenant, params: { id }, query: { n = '12' } }) => ({
        ok: true as const,
        data: await proximas(tenant, series.get(tenant, id), Number(n)),
      }),
      {
        permission: 'dte:leer',
        params: serieParams,
        query: Exact({
          n: queryInteger(1, PROXIMAS_MAX, 'Cuántas. 12 si se omite.', 12),
        }),
        response: Datos(Type.Array(ProximaJson)),
        detail: {
          tags,
          summary: 'Ver las próximas fechas de una serie, cada una como se emitirá',
          'x-errores': ['NOT_FOUND'],
          description: 'En pausa, las que seguirían si se reanudara.',
        },
      },
    )
    .get(
      `${BASE}/:id/ocurrencias`,
      ({ tenant, params: { id }, query, request }) => {
        const serie = series.get(tenant, id)
        const source = sourceOfFew({
          rows: (limit, offset) => ocurrencias.list.all(serie.id, limit, offset),
          total: () => ocurrencias.count.get(serie.id)!,
        })
        return answerList({ query, request }, LISTA, source, ocurrenciaToJson)
      },
      {
        permission: 'dte:leer',
        params: serieParams,
        query: Exact({ ...listQuery('la fecha o el motivo', LISTA.orden), ...spanQuery('Tocadas') }),
        response: Lista(OcurrenciaJson),
        detail: {
          tags,
          summary: 'Ver qué quedó de cada fecha de una serie, la última primero',
          'x-errores': ['NOT_FOUND'],
          description: 'Las hechas, las que esperan y las que alguien cambió u omitió.',
        },
      },
    )
    .put(
      `${BASE}/:id/ocurrencias/:fecha`,
      ({ tenant, params: { id, fecha }, body }) => {
        const row = audit(
          tenant,
          () => ocurrencias.say(tenant, id, fecha, body),
          ({ estado, mover_a }) => ({
            accion: 'recurrente.fecha_cambiada',
            objeto: id,
            detalle: { fecha, estado, mover_a },
          }),
        )
        return { ok: true as const, data: ocurrenciaToJson(row) }
      },
      {
        permission: 'recurrentes:gestionar',
        params: ocurrenciaParams,
        body: CambioOcurrencia,
        response: Datos(OcurrenciaJson),
        detail: {
          tags,
          summary: 'Omitir, cambiar o mover una fecha de una serie',
          'x-errores': [...ERRORES_EMISION, 'VALIDATION_ERROR', 'NOT_FOUND'],
          description: 'Una `detenida` con otra solicitud se intenta enseguida.',
        },
      },
    )
    .delete(
      `${BASE}/:id/ocurrencias/:fecha`,
      ({ tenant, params: { id, fecha }, status }) => {
        audit(
          tenant,
          () => ocurrencias.undo(tenant, id, fecha),
          () => ({ accion: 'recurrente.fecha_repuesta', objeto: id, detalle: { fecha } }),
        )
        return status(204, undefined)
      },
      {
        permission: 'recurrentes:gestionar',
        params: ocurrenciaParams,
        response: { 204: Type.Void() },
        detail: {
          tags,
          summary: 'Reponer una fecha omitida o cambiada',
          'x-errores': ['NOT_FOUND', 'INVALID_STATE', 'FORBIDDEN'],
        },
      },
    )
