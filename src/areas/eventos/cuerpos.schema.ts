// The body of every kind of event that happens, the same for webhooks and the stream (http §12.5): `{evento, data}`.

import { type TProperties, Type } from '@sinclair/typebox'
import type { TipoEvento } from '../../domain/eventos'
import { Exact, Nullable, OneOf } from '../../http/envelope'
import { CodigoError } from '../../http/errors'
import { FallaTrabajo } from '../../http/job-error'
import { Dia, deAmbiente, documento, empresa, Instante } from './campos.schema'
import { CUERPOS_CERTIFICACION } from './cuerpos-certificacion.schema'
import { CUERPOS_HISTORIA } from './cuerpos-historia.schema'
import { CUERPOS_SERIES } from './cuerpos-series.schema'
import { CUERPOS_SII } from './cuerpos-sii.schema'

/** The name of the body of a kind in the OpenAPI document: `EventoDteEmitido`. */
const nameOf = (evento: TipoEvento): string =>
  `Evento${evento
    .split(/[._]/)
    .map((word) => word[0]!.toUpperCase() + word.slice(1))
    .join('')}`

const cuerpo = (evento: TipoEvento, data: TProperties) =>
  Exact({ evento: Type.Literal(evento), data: Exact(data) }, { 'x-nombre': nameOf(evento) })

const SIN_FOLIO = 'Null si la emisión estaba programada y no llegó a tomar folio.'

/** The body of an emission's event, which may never have had its folio. */
const trabajo = {
  ...documento,
  folio: Nullable(Type.Integer({ description: SIN_FOLIO })),
  rut_emisor: Nullable(Type.String({ description: SIN_FOLIO })),
  rut_receptor: Nullable(Type.String({ description: SIN_FOLIO })),
  monto_total: Nullable(Type.Number({ description: SIN_FOLIO })),
  fecha_emision: Nullable(Dia(SIN_FOLIO)),
}

const veredicto = (estado: string, codigo: string, glosa: string) => ({
  ...documento,
  estado_sii: Type.Literal(estado, { description: 'Como en `GET /v1/documentos/:tipo/:folio`.' }),
  codigo_sii: Nullable(Type.String({ description: 'El código del SII.', examples: [codigo] })),
  glosa: Nullable(Type.String({ description: 'Lo que dijo el SII.', examples: [glosa] })),
})

const pocosFolios = (disponibles: number) => ({
  ...deAmbiente,
  tipo_dte: Type.Integer(),
  disponibles: Type.Integer({ examples: [disponibles] }),
  umbral: Nullable(Type.Integer({ description: 'Con cuántos se avisa; null si nunca.' })),
})

const certificado = (dias: number) => ({
  ...empresa,
  rut_titular: Type.String(),
  valido_hasta: Instante('2026-12-05T00:00:00.000Z'),
  dias_restantes: Type.Integer({ examples: [dias] }),
})

const cuota = (usadas: number) => ({
  ...empresa,
  cuota: OneOf({
    consultas: 'las consultas al SII del mes',
    emisiones: 'los documentos emitidos en el mes',
  }),
  periodo: Type.String({ description: 'El mes de Chile, AAAAMM.' }),
  usadas: Type.Integer({ examples: [usadas] }),
  limite: Type.Integer(),
  restantes: Type.Integer({ examples: [500 - usadas] }),
})

const webhook = {
  ...empresa,
  webhook_id: Type.String({ examples: ['wh_01JD3Q8Z5V7K2M4N6P8R0S2T4V'] }),
}

const DESDE = '2026-11-20T13:58:00.000Z'

/** The fields of each kind, all always present. */
const DATOS: Readonly<Record<TipoEvento, TProperties>> = {
  'dte.emitido': documento,
  'dte.fallido': { ...trabajo, error: FallaTrabajo },
  'dte.descartado': trabajo,
  'dte.aceptado': veredicto('aceptado', 'DOK', 'DTE Recibido'),
  'dte.con_reparos': veredicto('aceptado_con_reparos', 'RPR', 'Aceptado con Reparos'),
  'dte.rechazado': veredicto('rechazado', 'DTE-3-601', 'Folio Anulado'),
  'folios.bajos': pocosFolios(18),
  'folios.agotados': pocosFolios(0),
  'folios.por_vencer': {
    ...empresa,
    tipo_dte: Type.Integer(),
    desde: Type.Integer(),
    hasta: Type.Integer(),
    restantes: Type.Integer({ description: 'Los que quedan sin usar del rango.', examples: [58] }),
    vence_el: Dia(),
    dias_restantes: Type.Integer({ examples: [15] }),
  },
  'folios.recibidos': {
    ...deAmbiente,
    tipo_dte: Type.Integer(),
    desde: Type.Integer(),
    hasta: Type.Integer(),
    cantidad: Type.Integer(),
    vence_el: Nullable(Dia('Null si no vence.')),
    origen: OneOf({ carga: 'una persona cargó el archivo', solicitud: 'el servidor lo pidió al SII' }),
  },
  'certificado.por_vencer': certificado(15),
  'certificado.vencido': certificado(0),
  'sii.incidente': {
    ...deAmbiente,
    desde: Instante(DESDE),
    code: CodigoError,
    error: Type.String({ examples: ['El SII no responde'] }),
  },
  'sii.recuperado': { ...deAmbiente, desde: Instante(DESDE), hasta: Instante('2026-11-20T14:40:00.000Z') },
  'cuota.80': cuota(400),
  'cuota.agotada': cuota(500),
  'respaldo.fallido': {
    ...empresa,
    motivo: Type.String({ description: 'Como en `GET /v1/respaldos`.', examples: ['atrasado'] }),
    desde: Instante('2026-11-29T06:15:00.000Z'),
    mensaje: Type.String({ examples: ['No se hizo la de su hora; la última copia es del 2026-11-27'] }),
  },
  'webhook.prueba': { ...webhook, mensaje: Type.String({ examples: ['Entrega de prueba'] }) },
  'webhook.desactivado': {
    ...webhook,
    url: Type.String(),
    motivo: Type.String({ examples: ['El receptor respondió 410: ya no quiere entregas'] }),
  },
  ...CUERPOS_CERTIFICACION,
  ...CUERPOS_HISTORIA,
  ...CUERPOS_SERIES,
  ...CUERPOS_SII,
}

/** The schemas by kind. */
export const CUERPOS = Object.fromEntries(
  Object.entries(DATOS).map(([kind, data]) => [kind, cuerpo(kind as TipoEvento, data)]),
) as Readonly<Record<TipoEvento, ReturnType<typeof cuerpo>>>
