// Answers to received documents: what each kind is worth, the body that asks for one, and where one stands.

import {
  type ClaseRespuesta,
  isOpuesta,
  RECEPCION_DTE,
  type SinSalida,
  TIPOS_RESPONDIBLES,
} from '../../../domain/intercambio'
import type { BodyOf, DataOf } from '../../api/client'
import type { Word } from '../../ui/status'

export type Respuesta = DataOf<'GET /v1/recibidos/respuestas'>[number]
export type Recibida = DataOf<'GET /v1/recibidos/respuestas/recibidas'>[number]
type Body = BodyOf<'POST /v1/recibidos/:id/respuestas'>

export const canAnswer = (tipoDte: number): boolean => TIPOS_RESPONDIBLES.includes(tipoDte)

/** The weight of each, for a person who is about to choose. */
export const CLASES: readonly (readonly [ClaseRespuesta, string])[] = [
  ['recepcion', 'Recepción: el archivo llegó'],
  ['resultado', 'Resultado: qué opina del cobro'],
  ['recibo', 'Recibo de mercaderías o servicios'],
]
export const PESO: Readonly<Record<ClaseRespuesta, string>> = {
  recepcion: 'Sólo dice que el archivo llegó y se pudo leer. No acepta nada.',
  resultado:
    'Dice al emisor si está conforme con lo que cobra. No lo acepta ni lo reclama ante el SII: eso se hace aparte.',
  recibo:
    'Declara, con la fórmula de la Ley 19.983, que recibió lo que el documento cobra; no se retira. El recibo que cuenta ante el SII se otorga aparte.',
}

/** None to begin with: what a person says of a charge he says himself, the more where its report finds it wanting. */
export const RESULTADOS = [
  ['', 'Elija'],
  ['0', 'Aceptado'],
  ['1', 'Aceptado con discrepancias'],
  ['2', 'Rechazado'],
] as const
export const RECEPCIONES: readonly (readonly [string, string])[] = [
  ['', 'Lo que diga su firma'],
  ...Object.entries(RECEPCION_DTE),
]

/** As typed; '' is nothing. */
export interface Draft {
  tipo: ClaseRespuesta
  recepcion: string
  resultado: (typeof RESULTADOS)[number][0]
  glosa: string
  recinto: string
  enviar: boolean
  para: string
}
export const BLANK: Draft = {
  tipo: 'resultado',
  recepcion: '',
  resultado: '',
  glosa: '',
  recinto: '',
  enviar: true,
  para: '',
}

/** Seconds that are long enough for a mail server that is well; the list says what came of one that is not. */
export const ESPERA = { esperar: 5 }

/** Whether it lacks what nobody but the person can say. */
export const lacksResult = ({ tipo, resultado }: Draft): boolean => tipo === 'resultado' && resultado === ''

/** The last of these answers that says the opposite of what is about to be said. */
export function opuestaA(
  { tipo, recepcion, resultado }: Draft,
  respuestas: readonly Respuesta[],
): Respuesta | undefined {
  const chosen = tipo === 'resultado' ? resultado : recepcion
  // The statement of the signature is unknown here.
  if (tipo !== 'recibo' && chosen === '') return undefined
  const codigo = tipo === 'recibo' ? null : Number(chosen)
  return respuestas.findLast(
    (one) =>
      one.estado !== 'fallida' && isOpuesta({ clase: tipo, codigo }, { clase: one.tipo, codigo: one.codigo }),
  )
}

/** Only what its kind takes. */
export function bodyOf({ tipo, recepcion, resultado, glosa, recinto, enviar, para }: Draft): Body {
  const estado = tipo === 'resultado' ? resultado : recepcion
  return {
    tipo,
    ...(tipo !== 'recibo' && estado !== '' && { estado: Number(estado) }),
    ...(tipo !== 'recibo' && glosa.trim() && { glosa: glosa.trim() }),
    ...(tipo === 'recibo' && recinto.trim() && { recinto: recinto.trim() }),
    ...(!enviar && { enviar }),
    ...(enviar && para.trim() && { para: para.trim() }),
  }
}

/** The same words once more: the answer that is there leaves, with the bytes that it has. */
export const againOf = (
  { tipo, codigo, glosa, recinto }: Pick<Respuesta, 'tipo' | 'codigo' | 'glosa' | 'recinto'>,
  para: string,
): Body => ({
  tipo,
  ...(codigo !== null && { estado: codigo }),
  ...(glosa && { glosa }),
  ...(recinto && { recinto }),
  ...(para.trim() && { para: para.trim() }),
})

type Parada = Pick<Respuesta, 'estado' | 'sin_salida' | 'firmada_en'>

/** Its job is at it, or waits for another try. */
export const isMoving = ({ estado, sin_salida, firmada_en }: Parada): boolean =>
  estado === 'armada' && (sin_salida === null || firmada_en === null)

const SIN_SALIDA: Readonly<Record<SinSalida, string>> = {
  no_pedida: 'Lista, sin enviar',
  sin_direccion: 'Lista, sin dirección',
  sin_correo: 'Lista, sin correo',
}

/** The remedy for an answer that stays here. */
export const REMEDIO: Readonly<Record<SinSalida, string>> = {
  no_pedida: 'Se pidió sólo armarla.',
  sin_direccion: 'No se sabe a qué correo responderle al emisor: indíquelo, o guarde el XML y mándelo usted.',
  sin_correo: 'El servidor no envía correo: guarde el XML y mándelo usted.',
}

export function estadoOf(respuesta: Parada): Word {
  if (respuesta.estado === 'enviada') return ['✓', 'Enviada', 'bien']
  if (respuesta.estado === 'fallida') return ['✕', 'No salió', 'mal']
  if (isMoving(respuesta) || respuesta.sin_salida === null) return ['◐', 'Por salir', 'espera']
  return ['○', SIN_SALIDA[respuesta.sin_salida], 'aviso']
}
