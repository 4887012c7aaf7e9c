// Asks whether a RUT may issue electronic documents (sii §12.2): the page for everybody, and the one with
// the mailbox for exchange.

import { parseRut } from '../../domain/rut'
import { textOf } from '../portal/html'
import { isoDay, labelled, tablesOf } from './tablas'

/** An electronic issuer. Dates `YYYY-MM-DD`. */
export interface EmisorSii {
  razonSocial: string
  resolucion: { numero: number; fecha: string } | null
  /** Null from the page that has no list of them. */
  documentos: { tipoDte: number; desde: string | null; hasta: string | null }[]
  /** Mailbox for exchange; null from the page for everybody. */
  email: string | null
}

/** `no_autorizado`: no electronic issuer; `desconocido`: nobody; `otra_pagina`: not the answer to what was asked. */
export type RespuestaEmisor = EmisorSii | 'no_autorizado' | 'desconocido' | 'otra_pagina'

const RUT = /^rut\b/i
const NOMBRE = /^(raz[oó]n social|nombre)\b/i
const NUMERO = /^n(ú|u|°|º|ro)\S*\s*(de\s+)?resoluci[oó]n/i
const FECHA = /^fecha\s*(de\s+)?resoluci[oó]n/i
const OFICINA = /^(direcci[oó]n|unidad|oficina) regional/i
const MAIL = /^(e-?mail|mail|correo)\b/i
const LABELS = [RUT, NOMBRE, NUMERO, FECHA, OFICINA, MAIL]

/** Reads either page; `rut` is whom it was asked for. */
export function readEmisor(html: string, rut: string): RespuestaEmisor {
  if (/no corresponde a una empresa autorizada/i.test(textOf(html))) return 'no_autorizado'
  const tables = tablesOf(html)
  const value = (label: RegExp): string | null => labelled(tables, label, LABELS)
  const told = value(RUT)
  const razonSocial = value(NOMBRE)
  if (told === null || razonSocial === null) return 'otra_pagina'
  if (told === '' && razonSocial === '') return 'desconocido'
  if (parseRut(told) !== rut || razonSocial === '') return 'otra_pagina'
  const numero = value(NUMERO) ?? ''
  const fecha = isoDay(value(FECHA) ?? '')
  return {
    razonSocial,
    resolucion: /^\d{1,6}$/.test(numero) && fecha ? { numero: Number(numero), fecha } : null,
    documentos: tables.flatMap(({ filas }) => filas.flatMap(readDocumento)),
    email: /@/.test(value(MAIL) ?? '') ? value(MAIL) : null,
  }
}

/** A row of the list of documents: code, name, since when, and until when where it ended. */
function readDocumento([codigo, ...cells]: string[]): EmisorSii['documentos'] {
  if (!/^\d{2,3}$/.test(codigo ?? '')) return []
  const first = cells.findIndex((cell) => isoDay(cell) !== null)
  return first < 0
    ? []
    : [{ tipoDte: Number(codigo), desde: isoDay(cells[first]), hasta: isoDay(cells[first + 1]) }]
}
