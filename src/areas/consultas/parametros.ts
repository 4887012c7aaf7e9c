// The parameters of the look-ups of taxpayers (http §19.2).

import { Type } from '@sinclair/typebox'
import { invalidParameter } from '../../domain/errors'
import { parseRut, RUT_CONSUMIDOR_FINAL, RUT_EXTRANJERO } from '../../domain/rut'
import { Legible } from '../../http/rule'

/** A day: what the SII tells of a taxpayer seldom changes. */
const MAX_EDAD_S = 86_400
const MAX_EDAD_LIMITE = 31_536_000

export const maxEdadQuery = {
  max_edad: Type.Optional(
    Legible(readMaxEdad, {
      description:
        'Segundos que puede tener una respuesta guardada, hasta un año; 0 pregunta ahora. 86400 si se omite.',
      examples: ['0'],
    }),
  ),
}

export function readMaxEdad(text: string | undefined): number {
  if (text === undefined) return MAX_EDAD_S
  const seconds = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN
  if (!(seconds <= MAX_EDAD_LIMITE))
    throw invalidParameter('max_edad', 'rango', `Debe ser un entero de segundos entre 0 y ${MAX_EDAD_LIMITE}`)
  return seconds
}

/** The RUT of one taxpayer; those that stand for anybody are nobody's. */
export const isOfSomebody = (rut: string): boolean => rut !== RUT_CONSUMIDOR_FINAL && rut !== RUT_EXTRANJERO

export const RUT_DE_NADIE = 'Es un RUT genérico, que no es de nadie'

export function readRutParam(text: string): string {
  const rut = parseRut(text)
  if (!rut)
    throw invalidParameter('rut', 'rut', 'No es un RUT válido: revise el número y el dígito verificador')
  if (!isOfSomebody(rut)) throw invalidParameter('rut', 'rut_generico', RUT_DE_NADIE)
  return rut
}

/** A path's RUT. */
export const RutParam = Legible(readRutParam, { examples: ['90000012-K'] })
