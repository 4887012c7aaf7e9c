// The bodies of events about operations at the SII beyond issuing (http §12.5).

import { Type } from '@sinclair/typebox'
import { ACCIONES_ACUSE, RESULTADOS_ACUSE } from '../../domain/acuse'
import { ESTADOS_BTE, type EstadoBte } from '../../domain/bte/boleta'
import { BLOQUEOS } from '../../domain/compra-internacional'
import { CLASES_RESPUESTA, FIRMAS_RESPUESTA } from '../../domain/intercambio'
import { MOTIVOS_BLOQUEO } from '../../domain/portal'
import { TAREAS } from '../../domain/programacion'
import { ESTADOS_RCOF, type EstadoRcof } from '../../domain/rcof'
import { ORIGENES_RECIBIDOS } from '../../domain/recibido'
import { TRABAJOS } from '../../domain/trabajos'
import { Codigo, Exact, Nullable, OneOf } from '../../http/envelope'
import { FallaTrabajo } from '../../http/job-error'
import { Dia, deAmbiente, documento, Instante } from './campos.schema'

const rcof = (estado: EstadoRcof, codigo: string | null) => ({
  ...deAmbiente,
  fecha: Dia('El día que se informó.'),
  secuencia: Type.Integer(),
  track_id: Nullable(Type.String({ description: 'Null si el SII no lo dijo.' })),
  estado: Codigo(ESTADOS_RCOF, { 'x-nombre': 'EstadoRcof', examples: [estado] }),
  codigo_sii: Nullable(Type.String({ ...(codigo && { examples: [codigo] }) })),
  glosa: Nullable(Type.String()),
})

const LeidoRcv = Exact({
  documentos: Type.Integer({ examples: [143] }),
  nuevos: Type.Integer({ examples: [12] }),
  modificados: Type.Integer({ examples: [3] }),
  ausentes: Type.Integer({ examples: [1] }),
})

const METODOS = { certificado: 'el certificado digital', clave: 'RUT y clave tributaria' }

const bte = (estado: EstadoBte) => ({
  ...deAmbiente,
  id: Type.String({ examples: ['bte_01JD3Q8Z5V7K2M4N6P8R0S2T4V'] }),
  folio: Nullable(Type.Integer({ description: 'El del SII; null de la que no se emitió.', examples: [118] })),
  fecha: Dia('El día del pago.'),
  rut_beneficiario: Type.String({ examples: ['9876543-3'] }),
  total_bruto: Type.Integer({ description: 'Pesos.', examples: [500_000] }),
  total_retencion: Type.Integer({ examples: [76_250] }),
  total_liquido: Type.Integer({ examples: [423_750] }),
  estado: Codigo(ESTADOS_BTE, { 'x-nombre': 'EstadoBte', examples: [estado] }),
  causa: Nullable(Type.Integer({ description: 'De la anulación pedida aquí: 1, 2 o 3.' })),
  motivo: Nullable(Type.String({ description: 'Por qué no se emitió.' })),
})

/** The fields of each kind. */
export const CUERPOS_SII = {
  'dte.acuse': {
    ...deAmbiente,
    ...documento,
    resultado: OneOf(RESULTADOS_ACUSE, { 'x-nombre': 'ResultadoAcuse' }),
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
  'bte.emitida': bte('vigente'),
  'bte.anulada': bte('anulada'),
  'bte.fallida': bte('fallida'),
  'folios.anulados': {
    ...deAmbiente,
    tipo_dte: Type.Integer(),
    desde: Type.Integer({ description: 'De los que se pidió anular.' }),
    hasta: Type.Integer(),
    rehusados: Type.Array(
      Exact({ folio: Type.Integer(), glosa: Type.String({ description: 'Lo que dijo el SII.' }) }),
      { description: 'Los que el SII no anuló, los primeros 100.' },
    ),
  },
  'folios.rehusados': {
    ...deAmbiente,
    tipo_dte: Type.Integer(),
    glosa: Type.String({
      description: 'Lo que dijo el SII.',
      examples: ['NO SE AUTORIZA TIMBRAJE ELECTRÓNICO'],
    }),
    solucion: Nullable(Type.String({ description: 'Qué hacer, para una persona.' })),
  },
  'dte.recibido': {
    ...deAmbiente,
    id: Nullable(
      Type.String({
        description: 'Null si sólo lo dijo el registro.',
        examples: ['rec_01JD3Q8Z5V7K2M4N6P8R0S2T4V'],
      }),
    ),
    tipo_dte: Type.Integer(),
    folio: Type.Integer(),
    rut_emisor: Type.String(),
    razon_social_emisor: Nullable(Type.String({ examples: ['Aceros del Maule S.A.'] })),
    monto_total: Type.Integer(),
    fecha_emision: Dia(),
    origen: OneOf(
      { ...ORIGENES_RECIBIDOS, registro: 'lo trajo el registro de compras' },
      { examples: ['correo'] },
    ),
    vence_el: Nullable(
      Type.String({
        description: 'Hasta cuándo se puede aceptar o reclamar; null si no se sabe o no corresponde.',
        examples: ['2026-11-21T15:20:11Z'],
      }),
    ),
  },
  'intercambio.respuesta': {
    ...deAmbiente,
    job_id: Type.String(),
    tipo_dte: Type.Integer(),
    folio: Type.Integer(),
    rut_receptor: Type.String(),
    clase: OneOf(CLASES_RESPUESTA, { examples: ['resultado'] }),
    estado: Nullable(
      Type.Integer({
        description: 'El código de su clase: 0 es recibido o aceptado; null en un recibo.',
        examples: [0],
      }),
    ),
    glosa: Type.String({ examples: ['DTE aceptado conforme'] }),
    firma: Codigo(FIRMAS_RESPUESTA, {
      'x-nombre': 'FirmaRespuesta',
      description: 'De un correo se sabe sólo lo que su firma prueba: que el texto es el que se firmó.',
      examples: ['valida'],
    }),
  },
  'acuse.registrado': {
    ...deAmbiente,
    rut_emisor: Type.String(),
    tipo_dte: Type.Integer(),
    folio: Type.Integer(),
    accion: OneOf(ACCIONES_ACUSE, { 'x-nombre': 'AccionAcuse' }),
    registrado_en: Instante('2026-11-14T12:40:00.000Z'),
    resultado: OneOf(RESULTADOS_ACUSE, { 'x-nombre': 'ResultadoAcuse' }),
  },
  'acuse.por_vencer': {
    ...deAmbiente,
    horas: Type.Integer({ description: '24 o 72.', examples: [24] }),
    documentos: Type.Integer({ examples: [3] }),
    monto_total: Type.Integer({ description: 'Pesos.' }),
    primeros: Type.Array(
      Exact({
        rcv_id: Nullable(Type.String({ examples: ['rcvd_01JD3Q8Z5V7K2M4N6P8R0S2T4V'] })),
        recibido_id: Nullable(
          Type.String({
            description: 'De lo que el registro de compras no trae; si no, null.',
            examples: ['rec_01JD3Q8Z5V7K2M4N6P8R0S2T4V'],
          }),
        ),
        periodo: Nullable(Type.String({ examples: ['202611'] })),
        rut_emisor: Type.String(),
        razon_social: Nullable(Type.String()),
        tipo_dte: Type.Integer(),
        folio: Type.Integer(),
        fecha_emision: Dia(),
        monto_total: Type.Integer(),
        recibido_sii: Instante('2026-11-13T15:20:11Z'),
        plazo_estimado: Type.Boolean({ description: 'Se cuenta desde el correo que lo trajo.' }),
        vence_el: Instante('2026-11-21T15:20:11Z'),
        horas_restantes: Type.Integer({ examples: [23] }),
      }),
      { description: 'Hasta diez, primero lo que vence antes; los demás en `GET /v1/dte/acuse/pendientes`.' },
    ),
  },
  'rcof.enviado': rcof('enviado', null),
  'rcof.aceptado': rcof('aceptado', 'EPR'),
  'rcof.rechazado': rcof('rechazado', 'RFR'),
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
  'compra_int.extraida': {
    ...deAmbiente,
    id: Type.String({ examples: ['ci_01JD3Q8Z5V7K2M4N6P8R0S2T4V'] }),
    estado: OneOf({ extraida: 'hay una propuesta', sin_extraer: 'una persona la completa' }),
    bloqueos: Type.Array(
      Exact({
        motivo: Codigo(BLOQUEOS, { 'x-nombre': 'MotivoBloqueo', examples: ['SIN_CONFIRMAR'] }),
        mensaje: Type.String({ examples: ['Una persona debe confirmar qué se compró'] }),
      }),
      { description: 'Por qué no se puede emitir todavía, como en la compra.' },
    ),
  },
  'trabajo.terminado': {
    ...deAmbiente,
    job_id: Type.String(),
    tipo: Codigo(TRABAJOS, { 'x-nombre': 'TipoTrabajo' }),
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
    motivo: Codigo(MOTIVOS_BLOQUEO, { 'x-nombre': 'MotivoBloqueoPortal' }),
    codigo_sii: Nullable(Type.String({ examples: ['01.01.203.500.720.20'] })),
    hasta: Nullable(Instante('2026-11-20T15:00:00.000Z')),
    accion: Type.String({ description: 'Qué hacer, para una persona.' }),
  },
  'buzon.error': {
    ...deAmbiente,
    metodo: OneOf({ imap: 'el servidor de correo' }),
    motivo: OneOf({ clave: 'no admitió el usuario o la clave' }),
    codigo_sii: Type.Null(),
    hasta: Type.Null(),
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
  'programacion.fallida': {
    ...deAmbiente,
    tarea: Codigo(TAREAS, { 'x-nombre': 'TareaProgramada' }),
    error: Nullable(FallaTrabajo),
  },
}
