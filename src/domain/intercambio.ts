// Answers between taxpayers about documents that travelled by mail (areas/recibidos/intercambio §1): their classes and the codes of their schemas
// (xml §2.4). Courtesy between companies: the legal effect hangs on the SII's registry (sii §7).

import type { Ambiente } from './ambiente'
import { TIPOS } from './dte/tipos'

export const CLASES_RESPUESTA = {
  recepcion: 'el archivo llegó y se pudo leer, o por qué no',
  resultado: 'se acepta o se rechaza lo que el documento cobra',
  recibo: 'se recibió la mercadería o el servicio (Ley 19.983)',
} as const satisfies Readonly<Record<string, string>>
export type ClaseRespuesta = keyof typeof CLASES_RESPUESTA

/** The answers about a file as a whole. */
export const RECEPCION_ARCHIVO: Readonly<Record<number, string>> = {
  0: 'Envío recibido conforme',
  1: 'Envío rechazado: error de esquema',
  2: 'Envío rechazado: error de firma',
  3: 'Envío rechazado: RUT receptor no corresponde',
  90: 'Envío rechazado: archivo repetido',
  91: 'Envío rechazado: archivo ilegible',
  99: 'Envío rechazado: otros',
}

/** The answers about each document of a file that was received. */
export const RECEPCION_DTE: Readonly<Record<number, string>> = {
  0: 'DTE recibido conforme',
  1: 'DTE no recibido: error de firma',
  2: 'DTE no recibido: error en RUT emisor',
  3: 'DTE no recibido: error en RUT receptor',
  4: 'DTE no recibido: DTE repetido',
  99: 'DTE no recibido: otros',
}

/** The answers about a document as a purchase. */
export const RESULTADO_DTE: Readonly<Record<number, string>> = {
  0: 'DTE aceptado conforme',
  1: 'DTE aceptado con discrepancias',
  2: 'DTE rechazado',
}

/** Codes that say of a file that it came before: the opposite of nothing. */
const REPETIDO: readonly (number | null)[] = [4, 90]

/** An answer about a document, by the code of its class. */
interface Dicha {
  clase: string
  codigo: number | null
}

/** Whether two answers about one document say the opposite: goods that were refused are not given a receipt of, either. */
export function isOpuesta(one: Dicha, other: Dicha): boolean {
  const [a, b] = [one.codigo, other.codigo]
  if (one.clase !== other.clase)
    return [
      [one, other],
      [other, one],
    ].some(([x, y]) => x!.clase === 'recibo' && y!.clase === 'resultado' && y!.codigo === 2)
  if (one.clase === 'resultado') return a !== b
  return one.clase === 'recepcion' && (a === 0) !== (b === 0) && ![a, b].some((c) => REPETIDO.includes(c))
}

/** The proof that the signature of an answer gives. */
export const FIRMAS_RESPUESTA = {
  valida: 'el texto es el que se firmó, con un certificado que regía',
  invalida: 'el texto no es el que se firmó',
  ausente: 'no viene firmada',
  certificado_vencido: 'el texto es el que se firmó, con un certificado que no regía',
} as const

/** Where an answer of ours stands. */
export const ESTADOS_RESPUESTA = {
  armada: 'está firmada o por firmarse, y no ha salido',
  enviada: 'el servidor de correo la tomó',
  fallida: 'no pudo salir; vea `error`',
} as const satisfies Readonly<Record<string, string>>
export type EstadoRespuesta = keyof typeof ESTADOS_RESPUESTA

/** Why an answer that is ready stays here. */
export const SIN_SALIDA = {
  no_pedida: 'se pidió sólo armarla',
  sin_direccion: 'no se sabe a qué dirección mandarla',
  sin_correo: 'el servidor no tiene correo',
} as const satisfies Readonly<Record<string, string>>
export type SinSalida = keyof typeof SIN_SALIDA

/** Why what came is held against no document of the company. */
export const AJENA = {
  documento_desconocido: 'la empresa no emitió ese documento',
  otro_emisor: 'habla de un documento de otro emisor',
  otro_receptor: 'quien responde no es el receptor del documento',
  otros_datos: 'su monto o su fecha no son los del documento',
  codigo_desconocido: 'su código no es ninguno de los que existen',
  ningun_documento: 'no nombra ningún documento',
  track_id_desconocido: 'ningún envío de la empresa tiene ese Track ID',
  contradice_al_sii: 'dice lo contrario de lo que el SII ya respondió',
} as const satisfies Readonly<Record<string, string>>
export type Ajena = keyof typeof AJENA

/** The only types that the schemas of answers can name: neither liquidations nor exports, and no boleta. */
export const TIPOS_RESPONDIBLES: readonly number[] = TIPOS.filter(({ raiz }) => raiz === 'Documento').map(
  ({ codigo }) => codigo,
)

/** Most characters of what a person writes into an answer. */
export const GLOSA_MAX = 256
export const RECINTO_MAX = 80

/** Whether the receipt of what comes by mail leaves by itself. */
export const AUTOMATICAS = {
  no: 'nada sale sin que alguien lo pida',
  recepcion: 'sale sola la recepción del archivo, nunca un resultado ni un recibo',
} as const satisfies Readonly<Record<string, string>>
export type RespuestaAutomatica = keyof typeof AUTOMATICAS

/** The setting of a company that never chose. */
export const automaticaDe = (elegida: RespuestaAutomatica | null, ambiente: Ambiente): RespuestaAutomatica =>
  elegida ?? (ambiente === 'simulacion' ? 'recepcion' : 'no')
