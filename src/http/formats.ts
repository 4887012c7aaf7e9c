// The texts with a form of their own that requests carry, as TypeBox types, each with the fault that says what is wrong.

import { FormatRegistry, Kind, type StringOptions, type TSchema, Type, TypeRegistry } from '@sinclair/typebox'
import { parseRed } from '../base/ip'
import { findComuna } from '../domain/comunas'
import type { Fault } from '../domain/errors'
import { isDate, parseInstante } from '../domain/fecha'
import { parseRut } from '../domain/rut'
import { normalizeTexto } from '../domain/texto'

interface Formato {
  check: (text: string) => boolean
  regla: Fault['regla']
  mensaje: string
  code?: Fault['code']
}

/** No two of its parts take the same blanks: a text that ends in something else is refused in one pass over it. */
export const isBase64 = (text: string): boolean => /^[A-Za-z0-9+/\s]+(?:={1,2}\s*)?$/.test(text)

const FORMATOS: Record<string, Formato> = {
  rut: {
    check: (text) => parseRut(text) !== null,
    regla: 'rut',
    mensaje:
      'No es un RUT válido: revise el número y el dígito verificador; se escribe con guion, por ejemplo 76543210-3',
    code: 'INVALID_RUT',
  },
  fecha: {
    check: isDate,
    regla: 'fecha',
    mensaje: 'Debe ser una fecha del calendario con la forma AAAA-MM-DD',
  },
  instante: {
    check: (text) => parseInstante(text) !== null,
    regla: 'instante',
    mensaje: 'Debe ser un instante ISO 8601 con zona, por ejemplo 2026-11-20T14:00:00Z',
  },
  correo: {
    check: (text) => /^[^\s@<>",;]+@[^\s@<>",;]+\.[^\s@<>",;.]{2,}$/.test(text),
    regla: 'correo',
    mensaje: 'No es una dirección de correo válida',
  },
  base64: {
    check: isBase64,
    regla: 'base64',
    mensaje: 'No es un texto en base64',
  },
  texto: {
    check: (text) => {
      const { texto, rechazados } = normalizeTexto(text)
      return texto !== '' && rechazados.length === 0
    },
    regla: 'texto',
    mensaje: 'Debe tener letras y ningún carácter ajeno a ISO-8859-1, como emojis',
  },
  red: {
    check: (text) => parseRed(text) !== null,
    regla: 'red',
    mensaje:
      'No es una dirección IP ni un rango CIDR cuya dirección sea la primera del rango (203.0.113.0/24)',
  },
  comuna: {
    check: (text) => findComuna(text) !== null,
    regla: 'comuna',
    mensaje: 'No es una comuna de Chile',
  },
}

Object.entries(FORMATOS).forEach(([name, { check }]) => {
  FormatRegistry.Set(name, check)
})

/** The fault of a text that does not match the format. */
export function formatFault(format: string): Omit<Fault, 'campo'> {
  const found = FORMATOS[format]
  if (!found) return { regla: 'formato', mensaje: `No tiene el formato ${format}` }
  const { regla, mensaje, code } = found
  return code ? { regla, mensaje, code } : { regla, mensaje }
}

/** A RUT in any of the ways people write it; normalise it with `parseRut`. */
export const Rut = (options: StringOptions = {}) =>
  Type.String({ maxLength: 20, examples: ['76543210-3'], ...options, format: 'rut' })

/** A calendar date `YYYY-MM-DD`. */
export const Fecha = (options: StringOptions = {}) =>
  Type.String({ examples: ['2026-11-20'], ...options, format: 'fecha' })

/** An instant, ISO 8601 with its zone. */
export const Instante = (options: StringOptions = {}) =>
  Type.String({ examples: ['2026-11-20T14:02:11Z'], ...options, format: 'instante' })

/** An e-mail address. */
export const Correo = (options: StringOptions = {}) =>
  Type.String({ maxLength: 80, examples: ['facturas@example.cl'], ...options, format: 'correo' })

/** One line of text that the SII's files can carry; store what `normalizeTexto` of the domain returns. */
export const Texto = (maxLength: number, options: StringOptions = {}) =>
  Type.String({ ...options, maxLength, format: 'texto' })

const BASE64 = 'Base64'
// As text it is what documents and examples show.
TypeRegistry.Set(
  BASE64,
  (_, value) => value instanceof Uint8Array || (typeof value === 'string' && isBase64(value)),
)

/** The file of a route that takes one: bytes, which `http/body.ts` has read from the form or from base64. */
export const Base64 = (options: StringOptions = {}) =>
  Type.Unsafe<Uint8Array<ArrayBuffer>>({ ...options, type: 'string', format: 'base64', [Kind]: BASE64 })

export const isBase64Schema = (schema: TSchema): boolean => schema[Kind] === BASE64

/** An IP address or a range in CIDR form; read it with `parseRed` of the domain. */
export const Red = (options: StringOptions = {}) =>
  Type.String({ maxLength: 50, examples: ['203.0.113.0/24'], ...options, format: 'red' })

/** A comuna of Chile; store what `findComuna` of the domain returns. */
export const Comuna = (options: StringOptions = {}) =>
  Type.String({ maxLength: 60, examples: ['Providencia'], ...options, format: 'comuna' })

/** A time of day in Chile, HH:MM. */
export const Hora = (options: StringOptions = {}) =>
  Type.String({
    pattern: '^([01][0-9]|2[0-3]):[0-5][0-9]$',
    mensaje: 'Debe ser una hora de Chile entre 00:00 y 23:59 con la forma HH:MM, por ejemplo 03:30',
    ...options,
  })
