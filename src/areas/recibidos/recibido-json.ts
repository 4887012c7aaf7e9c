// Received documents as answers show them (areas/recibidos §4). A stranger wrote what stands in them, so that the schemas admit any
// text and any number.

import { type Static, Type } from '@sinclair/typebox'
import { RESULTADOS_ACUSE } from '../../domain/acuse'
import { ESTADOS_CONTABLES } from '../../domain/rcv/columnas'
import {
  FIRMAS_RECIBIDAS,
  MONTOS_RECIBIDOS,
  ORIGENES_RECIBIDOS,
  TIMBRES_RECIBIDOS,
} from '../../domain/recibido'
import { Exact, Nullable, OneOf } from '../../http/envelope'
import { RespuestaJson } from './intercambio/respuesta-json'

const pesos = (examples: number[]) => Type.Integer({ examples })
const texto = (examples: string[]) => Nullable(Type.String({ examples }))
/** A text where a JSON number would not keep its digits. */
const cifra = (examples: number[]) => Nullable(Type.Union([Type.Number(), Type.String()], { examples }))

const fila = {
  id: Type.String({ examples: ['rec_01JD3Q8Z5V7K2M4N6P8R0S2T4V'] }),
  tipo_dte: Type.Integer({ examples: [33] }),
  folio: Type.Integer({ examples: [88123] }),
  rut_emisor: Type.String({ examples: ['90000012-K'] }),
  razon_social_emisor: Type.String({ examples: ['Aceros del Maule S.A.'] }),
  fecha_emision: Type.String({ format: 'date', examples: ['2026-11-12'] }),
  monto_neto: pesos([420000]),
  monto_exento: pesos([0]),
  monto_iva: pesos([79800]),
  monto_total: pesos([499800]),
  forma_pago: Nullable(Type.Integer({ description: '1 contado, 2 crédito, 3 sin costo.', examples: [2] })),
  origen: OneOf(ORIGENES_RECIBIDOS, { examples: ['correo'] }),
  recibido_en: Type.String({ format: 'date-time', examples: ['2026-11-13T15:31:00.000Z'] }),
  firma: OneOf(FIRMAS_RECIBIDAS, { 'x-nombre': 'FirmaRecibida' }),
  timbre: OneOf(TIMBRES_RECIBIDOS, { 'x-nombre': 'TimbreRecibido' }),
  montos: OneOf(MONTOS_RECIBIDOS, { 'x-nombre': 'MontosRecibido' }),
  conflicto: Type.Boolean({
    description: 'Hay otro archivo con este emisor, tipo y folio; primero el que concuerda con el registro.',
  }),
  rcv: Nullable(
    Exact(
      {
        periodo: Type.String({ examples: ['202611'] }),
        estado_contable: OneOf(ESTADOS_CONTABLES, { 'x-nombre': 'EstadoContable', examples: ['PENDIENTE'] }),
        coincide: Type.Boolean({ description: 'Si el registro tiene la misma fecha y el mismo total.' }),
      },
      { description: 'Lo que dice de él el registro de compras; null si no lo trae.' },
    ),
  ),
  acuse: Exact({
    resultado: OneOf(RESULTADOS_ACUSE, { 'x-nombre': 'ResultadoAcuse', examples: ['pendiente'] }),
    vence_el: Nullable(
      Type.String({
        description:
          'Hasta cuándo se puede aceptar o reclamar; estimado por el correo si el SII no lo ha dicho.',
        examples: ['2026-11-21T15:20:11Z'],
      }),
    ),
  }),
  cesiones: Type.Integer({
    description: 'Cuántas veces se cedió, según los archivos recibidos.',
    examples: [0],
  }),
  pdf_original: Type.Boolean({ description: 'Si el correo traía su PDF.' }),
}

/** A document in a list. */
export const FilaRecibido = Exact(fila, { 'x-nombre': 'FilaRecibido' })

const Parte = Exact({
  rut: Type.String({ examples: ['76192083-9'] }),
  razon_social: texto(['Factoring Sur S.A.']),
})

const { cesiones: _, ...comunes } = fila

/** A document with everything known of it. */
export const RecibidoJson = Exact(
  {
    ...comunes,
    informe: Type.Array(
      Exact({
        codigo: Type.String({ examples: ['ENV-2-913'] }),
        nivel: OneOf({
          reparo: 'se puede leer y usar',
          rechazo: 'no es como el SII lo pide, o no prueba lo que dice',
        }),
        donde: Type.String({ examples: ['DTE/Personalizados'] }),
        mensaje: Type.String({ examples: ['Elemento ajeno, fuera de lo firmado'] }),
      }),
      { description: 'Todo lo que el archivo tiene de raro.' },
    ),
    cesiones: Type.Array(
      Exact({
        secuencia: Type.Integer({ examples: [1] }),
        cedente: Parte,
        cesionario: Parte,
        monto: Nullable(
          Type.Integer({
            description: 'Como está escrito; null si falta o no es un número entero, lo que `informe` dice.',
            examples: [499800],
          }),
        ),
        ultimo_vencimiento: texto(['2026-12-31']),
        fecha_cesion: texto(['2026-11-18T10:00:00']),
        firma: OneOf(FIRMAS_RECIBIDAS, { 'x-nombre': 'FirmaRecibida' }),
      }),
      {
        description:
          'Quién lo cedió a quién, según los archivos de cesión (AEC) recibidos. Cualquiera puede firmar uno: a quién se debe pagar lo dice el registro de cesiones del SII.',
      },
    ),
    archivos_cesion: Type.Integer({
      description:
        'Cuántos archivos de cesión (AEC) llegaron después del documento: se piden por su número, desde 1, con `cesion` en `/xml`.',
      examples: [0],
    }),
    conflicto_con: Type.Array(Type.String(), {
      description: 'Los otros archivos con su emisor, tipo y folio.',
      examples: [[]],
    }),
    detalle: Type.Array(
      Exact({
        linea: Nullable(Type.Integer()),
        codigos: Type.Array(Exact({ tipo: texto(['INT1']), valor: texto(['A-120']) })),
        nombre: texto(['Perfil C 100x50']),
        descripcion: Nullable(Type.String()),
        exento: Nullable(Type.Integer({ description: 'IndExe del SII.' })),
        cantidad: cifra([12.5]),
        unidad: Nullable(Type.String()),
        precio: cifra([33600]),
        descuento_monto: cifra([0]),
        recargo_monto: cifra([0]),
        monto: cifra([420000]),
      }),
    ),
    referencias: Type.Array(
      Exact({
        linea: Nullable(Type.Integer()),
        tipo_documento: texto(['801']),
        folio: texto(['OC-77']),
        fecha: texto(['2026-11-02']),
        codigo: Nullable(Type.Integer()),
        razon: Nullable(Type.String()),
      }),
    ),
    archivo: Exact({
      nombre: Type.String({ examples: ['ENVIO_88123.xml'] }),
      documentos: Type.Integer({ description: 'Los que traía.', examples: [1] }),
      mensaje_id: Nullable(Type.String({ description: 'El correo que lo trajo, si lo hubo.' })),
    }),
    respuestas: Type.Array(RespuestaJson, { description: 'Lo que se le respondió al emisor por correo.' }),
  },
  { 'x-nombre': 'Recibido' },
)

export type Recibido = Static<typeof RecibidoJson>
export type Fila = Static<typeof FilaRecibido>
