// A customer of the book (areas/clientes §1): its fields, how long each may be, and what no customer is.

import { glosaAduana } from './dte/aduana'
import type { Fault } from './errors'
import { RUT_CONSUMIDOR_FINAL, RUT_EXTRANJERO } from './rut'
import { foldText, normalizeTexto, type Texto } from './texto'

/** Where a customer came from. */
export const ORIGENES_CLIENTE = {
  manual: 'lo creó una persona o un sistema',
  csv: 'vino en un archivo',
  rcv: 'vino del registro de ventas',
  emitidos: 'vino de los documentos emitidos',
} as const
export type OrigenCliente = keyof typeof ORIGENES_CLIENTE

/** The texts of a customer, with the most letters of each: those of the receiver of a document, where it has them (http §1). */
export const TEXTOS_CLIENTE = {
  razon_social: 100,
  giro: 40,
  direccion: 70,
  comuna: 20,
  ciudad: 20,
  email: 80,
  telefono: 20,
  contacto: 80,
  email_intercambio: 80,
  notas: 1000,
} as const
export type TextoCliente = keyof typeof TEXTOS_CLIENTE

/** The fields that a person writes. */
export type CampoCliente = TextoCliente | 'rut' | 'forma_pago_defecto' | 'extranjero'

/**
 * The data that tells apart those who share the RUT of foreigners; of a document: 1 passport, 2 the identity
 * of its country.
 */
export interface Extranjero {
  num_id: string
  nacionalidad: string | null
  tipo_doc_id: number | null
}

/** The data of a customer; `rut` as `parseRut` writes it. */
export type DatosCliente = { rut: string; razon_social: string; forma_pago_defecto: number | null } & Record<
  Exclude<TextoCliente, 'razon_social'>,
  string | null
> & { extranjero: Extranjero | null }

/** A text as it is kept: in one line, but for the notes, which keep theirs. */
function written(campo: TextoCliente, text: string): Pick<Texto, 'texto' | 'rechazados'> {
  if (campo !== 'notas') return normalizeTexto(text)
  const lines = text.split(/\r\n?|\n/).map((line) => normalizeTexto(line))
  return {
    texto: lines
      .map(({ texto }) => texto)
      .join('\n')
      .trim(),
    rechazados: lines.flatMap(({ rechazados }) => rechazados),
  }
}

/** A text of a customer as it is kept; null of nothing. */
export const textoCliente = (campo: TextoCliente, text: string | null): string | null =>
  text === null ? null : written(campo, text).texto || null

/** The fault of a customer's text beyond its form; null without one. */
export function textFault(campo: TextoCliente, text: string): Omit<Fault, 'campo'> | null {
  const { texto, rechazados } = written(campo, text)
  if (rechazados.length) return AJENO
  const most = TEXTOS_CLIENTE[campo]
  if (texto.length > most)
    return { regla: 'largo_max', mensaje: `Tiene ${texto.length} caracteres y admite ${most}` }
  if (campo === 'razon_social' && texto === '') return { regla: 'requerido', mensaje: 'Debe tener letras' }
  return null
}

const AJENO: Omit<Fault, 'campo'> = {
  regla: 'texto',
  mensaje: 'No puede tener caracteres ajenos a ISO-8859-1, como emojis',
}

const NUM_ID_MAX = 20

/** The number of a foreigner as it is kept. */
export const numIdOf = (text: string): string => normalizeTexto(text).texto

/** The fault of the number; null without one. */
export function numIdFault(text: string): Omit<Fault, 'campo'> | null {
  const { texto, rechazados } = normalizeTexto(text)
  if (rechazados.length) return AJENO
  if (texto === '') return { regla: 'requerido', mensaje: 'Debe tener letras o números' }
  if (texto.length > NUM_ID_MAX)
    return { regla: 'largo_max', mensaje: `Tiene ${texto.length} caracteres y admite ${NUM_ID_MAX}` }
  return null
}

/** The fault of the country; null without one. */
export const nacionalidadFault = (text: string): Omit<Fault, 'campo'> | null =>
  /^\d{1,3}$/.test(text) && glosaAduana('pais', Number(text))
    ? null
    : { regla: 'codigo', mensaje: 'Aduana no tiene ese código de país' }

/**
 * The faults of a RUT as a customer's (domain/dte §3.1): final consumers share one, and so do foreigners,
 * who need their number.
 */
export function rutFaults(rut: string, extranjero: object | null | undefined): Fault[] {
  if (rut === RUT_CONSUMIDOR_FINAL)
    return [
      {
        campo: 'rut',
        regla: 'rut_generico',
        mensaje: `El RUT ${rut} es el de consumidores finales sin identificar: no es un cliente`,
      },
    ]
  if (rut === RUT_EXTRANJERO && !extranjero)
    return [
      {
        campo: 'extranjero.num_id',
        regla: 'requerido',
        mensaje: `Un cliente con el RUT ${rut} se distingue por su número de identificación: extranjero.num_id`,
      },
    ]
  if (rut !== RUT_EXTRANJERO && extranjero)
    return [
      {
        campo: 'extranjero',
        regla: 'sobra',
        mensaje: `extranjero va sólo con el RUT ${RUT_EXTRANJERO}`,
      },
    ]
  return []
}

/** The text that a search reads; the list is in order by its beginning, the name. */
export const searchedCliente = ({ razon_social, rut, giro, email, extranjero }: DatosCliente): string =>
  [razon_social, rut, extranjero?.num_id, giro, email].map((text) => foldText(text ?? '')).join('\n')
