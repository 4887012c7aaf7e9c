// Reading the mailbox now, and what came of each of its messages (areas/recibidos/buzon §2).

import { Type } from '@sinclair/typebox'
import { RESULTADOS_MENSAJE, type ResultadoMensaje } from '../../../domain/buzon'
import { newArea } from '../../../http/area'
import { readWords } from '../../../http/comma-list'
import type { AreaDeps } from '../../../http/deps'
import { Datos, Exact, Lista, significados } from '../../../http/envelope'
import { answerList, listQuery } from '../../../http/listing'
import { IDEMPOTENCY_PARAMETER } from '../../../http/openapi'
import { readPage } from '../../../http/paging'
import { readAll } from '../../../http/read-all'
import { Legible } from '../../../http/rule'
import { readEnd, spanQuery } from '../../../http/span'
import { type AnswerDeps, createAnswer, EnCola, esperaQuery, RESPUESTA_EN_COLA } from '../../trabajos'
import { BASE } from '../deps'
import { DOCUMENTOS_MAX, LeidoJson, MensajeJson, toMensajeJson } from './buzon-json'
import type { BuzonServices } from './create'
import { refusalOf } from './open-box'
import type { MensajeRow } from './statements'

export interface MensajesDeps extends AnswerDeps, Pick<AreaDeps, 'credential' | 'audit'> {
  buzon: BuzonServices
}

const RESULTADOS = Object.keys(RESULTADOS_MENSAJE) as ResultadoMensaje[]
const tags = ['Recibidos']
/** No id is greater. */
const BEHIND_ALL = '~'
const LEIDOS = { words: ({ de, asunto }: MensajeRow) => [de, asunto], orden: '-leido_en' }

export const mensajesRoutes = (deps: MensajesDeps) => {
  const { credential, audit, buzon } = deps
  const { buzones, leer, mensajes } = buzon
  const answer = createAnswer(deps)
  return newArea(credential)
    .post(
      `${BASE}/buzon/leer`,
      async ({ tenant, query, request, set }) => {
        const refusal = refusalOf(buzones.get(tenant))
        if (refusal) throw refusal
        const encargo = leer.encargo()
        const told = {
          ...encargo,
          write: () =>
            audit(
              tenant,
              () => {},
              () => ({ accion: 'buzon.leido' as const, objeto: tenant.empresaId }),
            ),
        }
        return answer(
          {
            ...{ tenant, request, set, body: null, query, base: BASE, gratis: true },
            done: (data: never) => ({ status: 200, body: { ok: true as const, data } }),
          },
          told,
        )
      },
      {
        permission: 'recibidos:gestionar',
        query: Exact(esperaQuery),
        response: { 200: Datos(LeidoJson), 202: EnCola },
        detail: {
          tags,
          summary: 'Leer ahora el buzón de la empresa',
          'x-errores': ['INVALID_STATE', 'NOT_FOUND', 'MAILBOX_ERROR', 'QUEUE_UNAVAILABLE'],
          description:
            'Toma los mensajes que no se han leído, de a 200, hasta el último. El mismo mensaje, y el mismo documento, se guarda una sola vez, aunque llegue de nuevo. Si una lectura ya está en curso, se espera la misma.',
          parameters: [IDEMPOTENCY_PARAMETER],
          responses: RESPUESTA_EN_COLA,
        },
      },
    )
    .get(
      `${BASE}/mensajes`,
      ({ tenant, query, request }) => {
        const [, resultados, desde, hasta] = readAll(
          () => readPage(query),
          () =>
            query.resultado ? JSON.stringify(readWords('resultado', query.resultado, RESULTADOS)) : null,
          () => readEnd(query, 'desde')?.toISOString() ?? null,
          () => readEnd(query, 'hasta')?.toISOString() ?? null,
        )
        const filtro = { empresa_id: tenant.empresaId, ambiente: tenant.ambiente, resultados, desde, hasta }
        const source = {
          rows: (limit: number, offset: number) =>
            mensajes.list.all({ ...filtro, antes: BEHIND_ALL, limit, offset }),
          total: () => mensajes.total.get(filtro)!,
          after: (last: MensajeRow | null, limit: number) =>
            mensajes.list.all({ ...filtro, antes: last?.id ?? BEHIND_ALL, limit, offset: 0 }),
        }
        return answerList({ query, request }, LEIDOS, source, (row) => {
          const traidos = mensajes.documentos.all({ mensaje: row.id, limit: DOCUMENTOS_MAX })
          return toMensajeJson(row, traidos)
        })
      },
      {
        permission: 'recibidos:leer',
        query: Exact({
          ...listQuery('el remitente o el asunto', LEIDOS.orden),
          ...spanQuery('Leídos'),
          resultado: Type.Optional(
            Legible((text) => readWords('resultado', text, RESULTADOS), {
              description: `Uno o varios, separados por coma. ${significados(RESULTADOS_MENSAJE)}.`,
              examples: ['ignorado,otro_rut'],
            }),
          ),
        }),
        response: Lista(MensajeJson),
        detail: {
          tags,
          summary: 'Los mensajes que se leyeron del buzón y qué trajo cada uno, del último al primero',
        },
      },
    )
}
