// Webhooks and deliveries as the API shows them (http §12.1).

import { type Static, Type } from '@sinclair/typebox'
import { AmbienteJson, EventoJson, Exact, Nullable, OneOf } from '../../http/envelope'
import { showAs } from '../../http/show-as'
import { type Entrega, ESTADOS_ENTREGA, type Intento } from './entrega-store'
import type { Webhook } from './webhook-store'

const fields = {
  id: Type.String(),
  url: Type.String(),
  eventos: Type.Array(EventoJson, { description: 'Vacía: todos.' }),
  descripcion: Nullable(Type.String()),
  activo: Type.Boolean(),
  ambiente: AmbienteJson({ description: 'Sólo recibe los eventos de ese ambiente.' }),
  motivo_inactivo: Nullable(
    Type.String({
      description: 'Por qué lo desactivó el servidor; null si lo hizo una persona o está activo.',
    }),
  ),
  fallando_desde: Nullable(Type.String({ description: 'La primera falla desde la última entrega lograda.' })),
  created_at: Type.String(),
  updated_at: Type.String(),
}
export const WebhookJson = Exact(fields, { 'x-nombre': 'Webhook' })
export const NewWebhookJson = Exact({
  ...fields,
  secreto: Type.String({ description: 'Con él se firman las entregas; se muestra sólo esta vez.' }),
})

export const toJson = showAs(WebhookJson, (_: Webhook) => ({}))

const entrega = {
  id: Type.String(),
  evento: EventoJson,
  evento_id: Type.String({ description: 'El mismo en cada intento y en cada reenvío (`webhook-id`).' }),
  estado: OneOf(ESTADOS_ENTREGA),
  vez: Type.Integer({ description: 'Más de 1: se reenvió a mano.' }),
  intentos: Type.Integer(),
  proximo_intento: Nullable(Type.String()),
  status: Nullable(Type.Integer({ description: 'El estado HTTP del último intento.' })),
  error: Nullable(Type.String({ description: 'Por qué falló el último intento.' })),
  created_at: Type.String(),
}
export const EntregaJson = Exact(entrega, { 'x-nombre': 'Entrega' })

const IntentoJson = Exact({
  numero: Type.Integer(),
  fecha: Type.String(),
  duracion_ms: Type.Integer(),
  solicitud: Exact({
    url: Type.String(),
    encabezados: Type.Record(Type.String(), Type.String()),
    cuerpo: Type.String({ description: 'Los bytes que se firmaron y enviaron.' }),
  }),
  respuesta: Exact({
    status: Nullable(Type.Integer()),
    cuerpo: Nullable(Type.String({ description: 'El comienzo, hasta 1 KiB.' })),
    error: Nullable(Type.String()),
  }),
})
export const EntregaDetalleJson = Exact({ ...entrega, detalle_intentos: Type.Array(IntentoJson) })

export const entregaToJson = showAs(EntregaJson, ({ evento }: Entrega) => ({
  evento: evento as Static<typeof EntregaJson>['evento'],
}))

export const intentoToJson = (i: Intento, cuerpo: string): Static<typeof IntentoJson> => ({
  numero: i.numero,
  fecha: i.at.toISOString(),
  duracion_ms: i.duracionMs,
  solicitud: { url: i.url, encabezados: i.encabezados, cuerpo },
  respuesta: { status: i.status, cuerpo: i.respuesta, error: i.error },
})
