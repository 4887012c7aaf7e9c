// The body of every kind of event that happens, the same for webhooks and the stream (http §12.5): `{evento, data}`.

import { type TProperties, Type } from '@sinclair/typebox'
import { ACCIONES_ACUSE, RESULTADOS_ACUSE } from '../../domain/acuse'
import type { EventoEmitido } from '../../domain/eventos'
import { MOTIVOS_BLOQUEO } from '../../domain/portal'
import { ESTADOS_RCOF, type EstadoRcof } from '../../domain/rcof'
import { TRABAJOS } from '../../domain/trabajos'
import { AmbienteJson, Codigo, Exact, Nullable, OneOf } from '../../http/envelope'
import { CodigoError } from '../../http/errors'
import { FallaTrabajo } from '../../http/job-error'

/** The name of the body of a kind in the OpenAPI document: `EventoDteEmitido`. */
const nameOf = (evento: EventoEmitido): string =>
  `Evento${evento
    .split(/[._]/)
    .map((word) => word[0]!.toUpperCase() + word.slice(1))
    .join('')}`

const cuerpo = (evento: EventoEmitido, data: TProperties) =>
  Exact({ evento: Type.Literal(evento), data: Exact(data) }, { 'x-nombre': nameOf(evento) })

const Instante = (example: string) => Type.String({ format: 'date-time', examples: [example] })
const Dia = (description?: string) => Type.String({ format: 'date', ...(description && { description }) })
const empresa = { empresa_id: Type.String() }
const deAmbiente = { ...empresa, ambiente: AmbienteJson() }

const documento = {
  job_id: Type.String(),
  tipo_dte: Type.Integer(),
  folio: Type.Integer(),
  track_id: Nullable(Type.String({ description: 'Null hasta que el SII da uno.' })),
  rut_emisor: Type.String(),
  rut_receptor: Type.String(),
  monto_total: Type.Number(),
  fecha_emision: Dia(),
}

const SIN_FOLIO = 'Null si la emisión estaba programada y no llegó a tomar folio.'

/** Of an emission that may never have had its folio. */
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

const rcof = (estado: EstadoRcof, codigo: string | null) => ({
  ...deAmbiente,
  fecha: Dia('El día que se informó.'),
  secuencia: Type.Integer(),
  track_id: Nullable(Type.String({ description: 'Null si el SII no lo dijo.' })),
  estado: Codigo(ESTADOS_RCOF, { examples: [estado] }),
  codigo_sii: Nullable(Type.String({ ...(codigo && { examples: [codigo] }) })),
  glosa: Nullable(Type.String()),
})

const LeidoRcv = Exact({
  documentos: Type.Integer({ examples: [143] }),
  nuevos: Type.Integer({ examples: [12] }),
  modificados: Type.Integer({ examples: [3] }),
  ausentes: Type.Integer({ examples: [1] }),
})

const DESDE = '2026-11-20T13:58:00.000Z'

const METODOS = { certificado: 'el certificado digital', clave: 'RUT y clave tributaria' }

/** What each kind carries, all fields always present. */
const DATOS: Readonly<Record<EventoEmitido, TProperties>> = {
  'dte.emitido': documento,
  'dte.fallido': { ...trabajo, error: FallaTrabajo },
  'dte.descartado': trabajo,
  'dte.aceptado': veredicto('aceptado', 'DOK', 'DTE Recibido'),
  'dte.con_reparos': veredicto('aceptado_con_reparos', 'RPR', 'Aceptado con Reparos'),
  'dte.rechazado': veredicto('rechazado', 'DTE-3-601', 'Folio Anulado'),
  'dte.acuse': {
    ...documento,
    resultado: OneOf(RESULTADOS_ACUSE),
    evento: Exact({
      codigo: Nullable(
        Type.String({
          description: 'Null si lo dijo el registro de ventas, que no lo trae.',
          examples: ['ACD'],
        }),
      ),
      fecha: Instante('2026-11-14T12:40:00.000Z'),
      rut: Type.String({ description: 'Quién lo registró.' }),
    }),
    fuente: OneOf({ sii: 'el SII, al preguntarle', rcv: 'el registro de ventas' }),
  },
  'acuse.registrado': {
    ...deAmbiente,
    rut_emisor: Type.String(),
    tipo_dte: Type.Integer(),
    folio: Type.Integer(),
    accion: OneOf(ACCIONES_ACUSE),
    registrado_en: Instante('2026-11-14T12:40:00.000Z'),
    resultado: OneOf(RESULTADOS_ACUSE),
  },
  'acuse.por_vencer': {
    ...deAmbiente,
    horas: Type.Integer({ description: '24 o 72.', examples: [24] }),
    documentos: Type.Integer({ examples: [3] }),
    monto_total: Type.Integer({ description: 'Pesos.' }),
    primeros: Type.Array(
      Exact({
        rcv_id: Type.String({ examples: ['rcvd_01JD3Q8Z5V7K2M4N6P8R0S2T4V'] }),
        periodo: Type.String({ examples: ['202611'] }),
        rut_emisor: Type.String(),
        razon_social: Nullable(Type.String()),
        tipo_dte: Type.Integer(),
        folio: Type.Integer(),
        fecha_emision: Dia(),
        monto_total: Type.Integer(),
        recibido_sii: Instante('2026-11-13T15:20:11Z'),
        vence_el: Instante('2026-11-21T15:20:11Z'),
        horas_restantes: Type.Integer({ examples: [23] }),
      }),
      { description: 'Hasta diez, primero lo que vence antes; los demás en `GET /v1/dte/acuse/pendientes`.' },
    ),
  },
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
  'rcof.enviado': rcof('enviado', null),
  'rcof.aceptado': rcof('aceptado', 'EPR'),
  'rcof.rechazado': rcof('rechazado', 'RFR'),
  'certificado.por_vencer': certificado(15),
  'certificado.vencido': certificado(0),
  'rcv.sincronizado': {
    ...deAmbiente,
    periodo: Type.String({ description: 'El mes, AAAAMM.', examples: ['202611'] }),
    estado: OneOf({
      sincronizado: 'se leyó entero',
      parcial: 'algún tramo no se pudo tomar',
    }),
    compras: LeidoRcv,
    ventas: LeidoRcv,
    vinculaciones_creadas: Type.Integer({ examples: [4] }),
    sincronizado_en: Nullable(Instante('2026-11-20T14:03:40.000Z')),
    job_id: Type.String(),
  },
  'trabajo.terminado': {
    ...deAmbiente,
    job_id: Type.String(),
    tipo: Codigo(TRABAJOS),
    estado: OneOf({
      completed: 'terminó',
      failed: 'falló y espera a una persona',
      dlq: 'se agotaron sus intentos y espera a una persona',
    }),
    objeto: Type.String({ description: 'De qué se trata: un mes, un documento.' }),
    error: Nullable(FallaTrabajo),
  },
  'portal.bloqueado': {
    ...deAmbiente,
    metodo: OneOf(METODOS),
    motivo: Codigo(MOTIVOS_BLOQUEO),
    codigo_sii: Nullable(Type.String({ examples: ['01.01.203.500.720.20'] })),
    hasta: Nullable(Instante('2026-11-20T15:00:00.000Z')),
    accion: Type.String({ description: 'Qué hacer, para una persona.' }),
  },
  'portal.disponible': {
    ...deAmbiente,
    metodo: OneOf(METODOS),
    motivo: Type.Null(),
    codigo_sii: Type.Null(),
    hasta: Type.Null(),
    accion: Type.Null(),
  },
  'sii.incidente': {
    ...deAmbiente,
    desde: Instante(DESDE),
    code: CodigoError,
    error: Type.String({ examples: ['El SII no responde'] }),
  },
  'sii.recuperado': { ...deAmbiente, desde: Instante(DESDE), hasta: Instante('2026-11-20T14:40:00.000Z') },
  'cuota.80': cuota(400),
  'cuota.agotada': cuota(500),
  'webhook.prueba': { ...webhook, mensaje: Type.String({ examples: ['Entrega de prueba'] }) },
  'webhook.desactivado': {
    ...webhook,
    url: Type.String(),
    motivo: Type.String({ examples: ['El receptor respondió 410: ya no quiere entregas'] }),
  },
}

/** The schemas by kind. */
export const CUERPOS = Object.fromEntries(
  Object.entries(DATOS).map(([kind, data]) => [kind, cuerpo(kind as EventoEmitido, data)]),
) as Readonly<Record<EventoEmitido, ReturnType<typeof cuerpo>>>
