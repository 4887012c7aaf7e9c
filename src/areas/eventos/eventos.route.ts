// GET /v1/events/stream and POST /v1/events/ticket (http §13).

import { Type } from '@sinclair/typebox'
import { AppError } from '../../domain/errors'
import { newArea } from '../../http/area'
import type { AreaDeps } from '../../http/deps'
import { Datos, Exact } from '../../http/envelope'
import type { Tenant } from '../../http/tenant'
import type { Tickets } from '../../http/tickets'
import { PERMISO, type Standing } from './standing'
import type { Streams } from './streams'

export interface EventosDeps extends Pick<AreaDeps, 'credential'> {
  tickets: Tickets
  streams: Streams
  standing(tenant: Tenant): Standing
}

const tags = ['Eventos']

const HEADERS = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-store',
  'x-accel-buffering': 'no',
}

const DESCRIPTION = `Corriente \`text/event-stream\` de los eventos de la empresa activa, para paneles en un navegador; los servidores usan webhooks.

La primera trama es \`conectado\`; cada evento trae el mismo cuerpo que su webhook y un \`id\` que crece por empresa. Al volver con
\`Last-Event-ID\` (o \`?last_event_id=\`) llega lo perdido en los últimos 15 minutos; si ya no está completo llega \`reinicio\` y la página debe
recargar. Cada 15 s viaja un comentario \`: latido\`. Al cambiar la empresa de la sesión llega \`empresa_cambiada\` y la corriente se cierra.
Caben cinco por persona y cincuenta por empresa: de una sesión, otra más cierra la más antigua, que recibe \`reemplazada\` y no debe volver sola; a una llave se le responde 429.
EventSource no envía encabezados: pida un ticket con \`POST /v1/events/ticket\` y ábrala con \`?ticket=\`.`

export const eventosRoutes = ({ credential, tickets, streams, standing }: EventosDeps) =>
  newArea(credential)
    .get(
      '/v1/events/stream',
      ({ tenant, query, request }) => {
        // A ticket's session may have ended, or gone to another company, since it was given.
        if (standing(tenant) !== 'vigente')
          throw new AppError('TOKEN_INVALID', 'La sesión del ticket terminó o cambió de empresa; pida otro')
        // The framework reads an answer to its end to tell a HEAD how long it is; this one has none.
        if (request.method === 'HEAD') return new Response(null, { headers: HEADERS })
        const ultimoId = request.headers.get('last-event-id') ?? query.last_event_id ?? null
        return new Response(streams.open({ tenant, ultimoId }), { headers: HEADERS })
      },
      {
        ticket: true,
        permission: PERMISO,
        query: Exact({
          ticket: Type.Optional(
            Type.String({ description: 'De POST /v1/events/ticket, en vez de otra credencial.' }),
          ),
          last_event_id: Type.Optional(
            Type.String({
              description: 'Lo mismo que el encabezado Last-Event-ID, para quien no puede enviarlo.',
            }),
          ),
        }),
        detail: {
          tags,
          summary: 'Seguir los eventos de la empresa en vivo',
          'x-errores': ['RATE_LIMIT', 'QUEUE_UNAVAILABLE'],
          description: DESCRIPTION,
          parameters: [{ name: 'Last-Event-ID', in: 'header', required: false, schema: { type: 'string' } }],
          responses: {
            200: {
              description: 'La corriente',
              content: { 'text/event-stream': { schema: { type: 'string' } } },
            },
            429: { description: 'RATE_LIMIT: demasiadas corrientes abiertas del usuario o de la empresa' },
          },
        },
      },
    )
    .post(
      '/v1/events/ticket',
      ({ tenant, status }) => {
        const { ticket, expiresAt } = tickets.issue(tenant)
        return status(201, { ok: true as const, data: { ticket, expires_at: expiresAt.toISOString() } })
      },
      {
        companySession: PERMISO,
        response: { 201: Datos(Exact({ ticket: Type.String(), expires_at: Type.String() })) },
        detail: {
          tags,
          summary: 'Pedir un ticket para abrir la corriente desde un navegador',
          description: 'Sirve una vez y vence a los 60 segundos.',
        },
      },
    )
