// The common parameters of lists of documents. All throw INVALID_PARAMETER.

import { asc, desc, eq, or, type SQL, sql } from 'drizzle-orm'
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core'
import { invalidParameter } from '../domain/errors'
import { isDate } from '../domain/fecha'
import { parseRut } from '../domain/rut'
import { foldText } from '../domain/texto'

export function readYes(campo: string, text: string): boolean {
  if (text === 'true' || text === 'false') return text === 'true'
  throw invalidParameter(campo, 'formato', 'Debe ser true o false')
}

export function readRut(campo: string, text: string): string {
  const rut = parseRut(text)
  if (rut) return rut
  throw invalidParameter(campo, 'formato', 'No es un RUT válido')
}

export function readDate(campo: string, text: string): string {
  if (isDate(text)) return text
  throw invalidParameter(campo, 'formato', 'Debe ser una fecha AAAA-MM-DD')
}

/** Pesos, which may be below zero. */
export function readPesos(campo: string, text: string): number {
  if (/^-?\d{1,15}$/.test(text)) return Number(text)
  throw invalidParameter(campo, 'formato', 'Debe ser un entero')
}

/** Nothing that is searched is longer. */
const BUSCADO_MAX = 100
/** A text that a RUT as it is stored may begin with. */
const INICIO_RUT = /^\d{1,8}(-[\dkK]?)?$/

/**
 * Whether a document is what `q` looks for: the other party's RUT or how it begins, the folio, or a part of its searched text, with or
 * without capitals and accents.
 */
export function matches(d: Record<'busqueda' | 'rut' | 'folio', SQLiteColumn>, q: string): SQL {
  const value = q.normalize('NFC').trim()
  if (value.length > BUSCADO_MAX)
    throw invalidParameter('q', 'formato', `Admite hasta ${BUSCADO_MAX} caracteres`)
  const rut = parseRut(value)
  const inicio = value.replaceAll('.', '')
  return or(
    sql`instr(${d.busqueda}, ${foldText(value)}) > 0`,
    rut ? eq(d.rut, rut) : undefined,
    // A typed beginning may end in its check digit: 967 has the 9 of 9679.
    INICIO_RUT.test(inicio) ? sql`${d.rut} LIKE ${`${inicio}%`}` : undefined,
    /^\d{1,15}$/.test(value) ? eq(d.folio, Number(value)) : undefined,
  )!
}

/** `-monto_total,folio` by the columns of those names. */
export function readOrder(columns: Readonly<Record<string, SQLiteColumn>>, text: string): SQL[] {
  return text.split(',').map((part) => {
    const name = part.trim()
    const column = columns[name.replace(/^-/, '')]
    if (!column)
      throw invalidParameter('orden', 'formato', `Se ordena por: ${Object.keys(columns).join(', ')}`)
    return name.startsWith('-') ? desc(column) : asc(column)
  })
}
