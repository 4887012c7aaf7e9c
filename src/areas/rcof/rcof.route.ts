// The sent reports, and those to send (areas/rcof §3).

import { Type } from '@sinclair/typebox'
import { AppError } from '../../domain/errors'
import { ESTADOS_RCOF, type EstadoRcof, isObligatorio } from '../../domain/rcof'
import { newArea } from '../../http/area'
import { readWords } from '../../http/comma-list'
import { Datos, Exact, Lista, significados } from '../../http/envelope'
import { Fecha } from '../../http/formats'
import { answerList, listQuery, sourceBehind } from '../../http/listing'
import { DESCARGA } from '../../http/openapi-responses'
import { readPage } from '../../http/paging'
import { readAll } from '../../http/read-all'
import { Legible } from '../../http/rule'
import { readEndDay, spanQuery } from '../../http/span'
import type { Tenant } from '../../http/tenant'
import { fileResponse } from '../dte'
import type { RcofDeps } from './deps'
import { fileNameOf } from './enviar.job'
import { RcofJson, ResumenJson, resumenToJson, toJson } from './rcof-json'
import type { RcofRow, Rcofs } from './rcof-store'

const ESTADOS = Object.keys(ESTADOS_RCOF) as EstadoRcof[]

const Previa = Exact({
  fecha: Type.String({ format: 'date', examples: ['2026-11-19'] }),
  secuencia: Type.Integer({ description: 'La que llevaría.', examples: [2] }),
  cambio: Type.Boolean({
    description: 'Si difiere del último que se envió de ese día, o si no hay ninguno.',
  }),
  obligatorio: Type.Boolean({ description: 'false desde el 2022-08-01.' }),
  resumen: ResumenJson,
})

/** The last report of the day of a path. Throws NOT_FOUND. */
export function findRcof(rcofs: Rcofs, { empresaId, ambiente }: Tenant, params: { fecha: string }): RcofRow {
  const row = rcofs.latest({ empresaId, ambiente }, params.fecha)
  if (!row) throw new AppError('NOT_FOUND', 'No se ha enviado un consumo de folios de ese día')
  return row
}

export const DIA = Exact({ fecha: Fecha({ examples: ['2026-11-19'] }) })
const tags = ['RCOF']
const LISTADOS = {
  words: ({ fecha, track_id, glosa }: RcofRow) => [fecha, track_id, glosa],
  orden: '-fecha',
}

export const rcofRoutes = ({ credential, emisores, rcof: { rcofs, countDay } }: RcofDeps) => {
  const show = (row: RcofRow) => toJson(row, rcofs.errorOf(row))
  return newArea(credential)
    .get(
      '/v1/dte/rcof',
      ({ tenant: { empresaId, ambiente }, query, request }) => {
        const [, desde, hasta, estados] = readAll(
          () => readPage(query),
          () => readEndDay(query, 'desde'),
          () => readEndDay(query, 'hasta'),
          () => (query.estado ? JSON.stringify(readWords('estado', query.estado, ESTADOS)) : null),
        )
        const filtro = { empresaId, ambiente, desde, hasta, estados }
        const source = sourceBehind(
          (limit, offset, last: RcofRow | null) => rcofs.list(filtro, limit, offset, last),
          () => rcofs.count(filtro),
        )
        return answerList({ query, request }, LISTADOS, source, show)
      },
      {
        permission: 'dte:leer',
        query: Exact({
          ...listQuery('el día, el Track ID o lo que dijo el SII', LISTADOS.orden),
          ...spanQuery('Días'),
          estado: Type.Optional(
            Legible((text) => readWords('estado', text, ESTADOS), {
              description: `Uno o varios, separados por coma. ${significados(ESTADOS_RCOF)}.`,
              examples: ['enviado,aceptado'],
            }),
          ),
        }),
        response: Lista(RcofJson),
        detail: { tags, summary: 'Los consumos de folios, del último día al primero' },
      },
    )
    .get(
      '/v1/dte/rcof/:fecha',
      ({ tenant, params }) => ({ ok: true as const, data: show(findRcof(rcofs, tenant, params)) }),
      {
        permission: 'dte:leer',
        params: DIA,
        response: Datos(RcofJson),
        detail: { tags, summary: 'El último consumo de folios de un día' },
      },
    )
    .get(
      '/v1/dte/rcof/:fecha/previa',
      async ({ tenant: { empresaId, ambiente }, params }) => {
        const { fecha } = params
        const resumen = await countDay({ empresaId, ambiente }, fecha)
        const last = rcofs.latest({ empresaId, ambiente }, fecha)
        const data = {
          fecha,
          secuencia: rcofs.taken({ empresaId, ambiente }, fecha) + 1,
          cambio: last?.resumen !== JSON.stringify(resumen),
          obligatorio: isObligatorio(fecha),
          resumen: resumenToJson(resumen),
        }
        return { ok: true as const, data }
      },
      {
        permission: 'dte:leer',
        params: DIA,
        response: Datos(Previa),
        detail: { tags, summary: 'Lo que diría hoy el consumo de folios de un día, sin enviarlo' },
      },
    )
    .get(
      '/v1/dte/rcof/:fecha/xml',
      ({ tenant, params, request }) => {
        const row = findRcof(rcofs, tenant, params)
        const bytes = rcofs.xml(row.id)
        if (!bytes) throw new AppError('INVALID_STATE', 'El consumo de folios aún no se firma')
        const name = fileNameOf(
          emisores.get({ empresaId: row.empresa_id, ambiente: row.ambiente }).emisor.rut,
          row,
        )
        const type = 'application/xml; charset=ISO-8859-1'
        return fileResponse(request, { bytes, type, name, disposicion: undefined })
      },
      {
        permission: 'dte:leer',
        params: DIA,
        detail: {
          tags,
          summary: 'El archivo del último consumo de folios de un día, tal como se firmó',
          'x-contenido': 'application/xml',
          'x-errores': ['INVALID_STATE'],
          responses: DESCARGA,
        },
      },
    )
}
