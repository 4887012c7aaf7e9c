// Answers as the API shows them (http §28): those of the company, and those that came.

import { type Static, Type } from '@sinclair/typebox'
import type { Advertencia } from '../../../domain/errors'
import { chileDate } from '../../../domain/fecha'
import {
  AJENA,
  CLASES_RESPUESTA,
  ESTADOS_RESPUESTA,
  FIRMAS_RESPUESTA,
  SIN_SALIDA,
} from '../../../domain/intercambio'
import { Advertencias } from '../../../http/advertencias'
import { Codigo, Exact, Nullable, OneOf } from '../../../http/envelope'
import { showAs } from '../../../http/show-as'
import { contradiccionDe, enPalabras, vigenteDe } from './contradiccion'
import type { DichoRow, RespuestaRow, Respuestas } from './respuestas'
import type { HermanaRow, LlegadaRow, RecibidaRow } from './statements'

const instante = Type.String({ format: 'date-time', examples: ['2026-11-20T14:03:01.000Z'] })
const ID = 'res_01JD3Q8Z5V7K2M4N6P8R0S2T4V'

const DichoJson = Exact({
  id: Type.String({ description: 'El documento recibido.' }),
  tipo_dte: Type.Integer({ examples: [33] }),
  folio: Type.Integer({ examples: [88123] }),
  codigo: Nullable(Type.Integer()),
  glosa: Type.String(),
})
const dichoToJson = showAs(DichoJson, (_: DichoRow) => ({}))

export const RespuestaJson = Exact(
  {
    id: Type.String({ examples: [ID] }),
    job_id: Type.String(),
    tipo: OneOf(CLASES_RESPUESTA),
    estado: Codigo(ESTADOS_RESPUESTA, { examples: ['enviada'] }),
    codigo: Nullable(
      Type.Integer({
        description: 'Lo que dice, por el código de su clase: en `resultado`, 0, 1 o 2; null en un recibo.',
        examples: [0],
      }),
    ),
    glosa: Type.String({ examples: ['DTE aceptado conforme'] }),
    recinto: Type.String({ description: 'De un recibo, dónde se recibió; vacío en los demás.' }),
    rut_emisor: Type.String({ description: 'A quién se responde.' }),
    documentos: Type.Array(DichoJson),
    origen: OneOf({
      persona: 'la pidió una persona o un programa',
      automatica: 'salió por `respuesta_automatica`',
    }),
    destinatario: Nullable(Type.String({ description: 'A qué dirección; null si no se conoce ninguna.' })),
    sin_salida: Nullable(
      Codigo(SIN_SALIDA, { description: 'Por qué no sale aunque esté armada; null si sale.' }),
    ),
    error: Nullable(Type.String({ description: 'Lo que la detuvo, para una persona.' })),
    creada_en: instante,
    firmada_en: Nullable({ ...instante, description: 'Desde entonces se puede bajar.' } as typeof instante),
    enviada_en: Nullable(instante),
    // A job keeps its result as it was: what came later is not asked of those.
    advertencias: Type.Optional(Advertencias),
  },
  { 'x-nombre': 'RespuestaIntercambio' },
)

/** That the issuer has, or will have, the opposite in hand. Nothing forbids to change one's mind; nobody does it unawares. */
function advertenciasOf(row: RespuestaRow, contraria: HermanaRow | undefined): Advertencia[] {
  if (!contraria) return []
  const { tipo, estado, desde } = contraria
  const cuando = `${estado === 'enviada' ? 'enviada' : 'armada'} el ${chileDate(new Date(desde))}`
  return [
    {
      code: 'CONTRADICTS_ANSWER',
      campo: tipo === row.tipo ? 'estado' : 'tipo',
      mensaje: `Dice lo contrario que otra respuesta al mismo documento: ${enPalabras({ ...contraria, clase: tipo })} (${cuando})`,
    },
  ]
}

export const toJson = showAs(
  RespuestaJson,
  (row: RespuestaRow, { documentos, contraria }: Pick<Respuestas, 'documentos' | 'contraria'>) => {
    const advertencias = advertenciasOf(row, contraria(row))
    return {
      documentos: documentos(row).map((one) => dichoToJson(one)),
      ...(advertencias.length && { advertencias }),
    }
  },
)

const FIRMA = Codigo(FIRMAS_RESPUESTA, {
  'x-nombre': 'FirmaRespuesta',
  description:
    'Dice que el texto es el que se firmó; no quién podía firmar. Si no es `valida`, cualquiera pudo escribir la respuesta: no la tome por palabra del receptor.',
})
const FIRMADA_EN = Nullable({
  ...instante,
  description: 'Cuándo se firmó, según ella misma; null si no lo dice.',
} as typeof instante)

const CLASES = { ...CLASES_RESPUESTA, sii: 'un correo que dice ser del SII, sobre un envío' }

export const RecibidaJson = Exact(
  {
    id: Type.String({ examples: [ID] }),
    clase: OneOf(CLASES),
    rut_responde: Type.String({ description: 'Quién dice responder.' }),
    remitente: Nullable(
      Type.String({
        description:
          'El remitente del correo en que llegó, que cualquiera puede escribir; null si la subió una persona.',
        examples: ['siidte@sii.cl'],
      }),
    ),
    tipo_dte: Nullable(Type.Integer({ examples: [33] })),
    folio: Nullable(Type.Integer({ examples: [1042] })),
    codigo: Nullable(Type.Integer({ description: 'Por la clase: 0 es recibido o aceptado.', examples: [0] })),
    glosa: Type.String(),
    recinto: Type.String(),
    firma: FIRMA,
    rut_firmante: Nullable(Type.String({ description: 'El del certificado con que se firmó.' })),
    propia: Type.Boolean({ description: 'Si es sobre un documento o un envío de la empresa, y se anotó.' }),
    motivo: Nullable(Codigo(AJENA, { description: 'Por qué no se anotó.' })),
    firmada_en: FIRMADA_EN,
    recibida_en: instante,
  },
  { 'x-nombre': 'RespuestaRecibida' },
)

export const recibidaToJson = showAs(RecibidaJson, ({ motivo }: LlegadaRow) => ({ propia: motivo === null }))

/** A receiver's answer about an issued document, by class. */
const Contestada = Nullable(
  Exact(
    {
      id: Type.String({ description: 'Su archivo: `GET /v1/recibidos/respuestas/:id/xml`.', examples: [ID] }),
      codigo: Nullable(Type.Integer({ examples: [0] })),
      glosa: Type.String(),
      recinto: Type.String(),
      firma: FIRMA,
      rut_firmante: Nullable(Type.String()),
      firmada_en: FIRMADA_EN,
      recibida_en: instante,
      conflicto: Nullable(
        Type.String({
          description:
            'Otra respuesta sobre el documento que dice lo contrario y está tan bien firmada como ésta; null si no hay. Todas están en `historial`.',
          examples: ['Resultado comercial · 2 · Faltó una caja'],
        }),
      ),
    },
    { 'x-nombre': 'RespuestaDelReceptor' },
  ),
)

/** `intercambio` of an issued document. */
export const IntercambioJson = Exact(
  { recepcion: Contestada, resultado: Contestada, recibo: Contestada },
  {
    description:
      'Lo que el receptor respondió por correo: de cada clase la última en firmarse de las bien firmadas, y si ninguna lo está, la última en llegar. No reemplaza al acuse en el SII, que es el que vale ante la ley.',
    'x-nombre': 'IntercambioDocumento',
  },
)

type Intercambio = Static<typeof IntercambioJson>

/** Summarises the answers about one document, oldest first. */
export function intercambioOf(rows: readonly RecibidaRow[]): Intercambio {
  const answerOf = (clase: keyof Intercambio): Intercambio['recibo'] => {
    const row = vigenteDe(rows, clase)
    if (!row) return null
    const { id, codigo, glosa, recinto, firma, rut_firmante, firmada_en, recibida_en } = row
    const conflicto = contradiccionDe(rows, row)
    return { id, codigo, glosa, recinto, firma, rut_firmante, firmada_en, recibida_en, conflicto }
  }
  return { recepcion: answerOf('recepcion'), resultado: answerOf('resultado'), recibo: answerOf('recibo') }
}
