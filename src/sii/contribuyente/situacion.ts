// The tax status of anybody (sii §12.3), as the page behind the captcha tells it.

import { parseRut } from '../../domain/rut'
import { textOf, titleOf } from '../portal/html'
import { boxAfter, isoDay, type Tabla, tablesOf } from './tablas'

/** Dates `YYYY-MM-DD`; null is what the page does not say. */
export interface SituacionSii {
  razonSocial: string
  inicioActividades: boolean | null
  fechaInicio: string | null
  monedaExtranjera: boolean | null
  menorTamano: boolean | null
  actividades: {
    codigo: number
    descripcion: string
    categoria: string
    afectaIva: boolean
    desde: string | null
  }[]
  documentosObligados: string[]
  documentosTimbrados: { nombre: string; anio: number }[]
  observaciones: string | null
}

/** `captcha`: what was read is not what the picture shows; `mantencion`: the service is out. */
type RespuestaSituacion = SituacionSii | 'captcha' | 'mantencion' | 'desconocido' | 'otra_pagina'

/** The page that asks again has some 92 bytes; none that tells anything is so small. */
const PEQUENA = 400

export function readSituacion(html: string, rut: string): RespuestaSituacion {
  if (html.length < PEQUENA && /captcha/i.test(html)) return 'captcha'
  if (!/situaci[oó]n tributaria/i.test(titleOf(html))) return 'mantencion'
  const razonSocial = boxAfter(html, /^nombre o raz[oó]n social/i)
  const told = boxAfter(html, /^rut contribuyente/i)
  if (razonSocial === null || told === null) return 'otra_pagina'
  if (razonSocial === '' && told.replace(/[-\s]/g, '') === '') return 'desconocido'
  // The SII looks at the number alone, so another check digit would go unnoticed.
  if (parseRut(told) !== rut) return 'otra_pagina'
  const text = textOf(html)
  const tables = tablesOf(html)
  const answer = (label: RegExp): boolean | null => {
    const [, word] = new RegExp(`${label.source}\\s*(SI|NO)\\b`).exec(text) ?? []
    return word ? word === 'SI' : null
  }
  return {
    razonSocial,
    inicioActividades: answer(/presenta Inicio de Actividades\s*:?/),
    fechaInicio: isoDay(/Fecha de Inicio de Actividades\s*:?\s*(\d\d-\d\d-\d{4})/.exec(text)?.[1]),
    monedaExtranjera: answer(/moneda extranjera\s*:?/),
    menorTamano: answer(/Empresa de Menor Tama[ñn]o(?:\s*\([^)]*\))?\s*:?/),
    actividades: tables.flatMap(({ filas }) => filas.flatMap(readActividad)),
    documentosObligados: bodyOf(tables, /obligad[oa]s?\b.*electr[oó]nic|electr[oó]nic.*obligad/i).map(
      ([nombre]) => nombre!,
    ),
    documentosTimbrados: bodyOf(tables, /documentos timbrados/i).flatMap(readTimbrado),
    observaciones: observationOf(text),
  }
}

/** Text, code of six digits, category, VAT, date. */
function readActividad(fila: string[]): SituacionSii['actividades'] {
  const at = fila.findIndex((cell) => /^\d{6}$/.test(cell))
  if (at < 1) return []
  return [
    {
      codigo: Number(fila[at]),
      descripcion: fila[at - 1]!,
      categoria: fila[at + 1] ?? '',
      afectaIva: /^s[ií]$/i.test(fila[at + 2] ?? ''),
      desde: isoDay(fila[at + 3]),
    },
  ]
}

function readTimbrado(fila: string[]): SituacionSii['documentosTimbrados'] {
  const anio = fila.at(-1) ?? ''
  return fila.length > 1 && /^\d{4}$/.test(anio) ? [{ nombre: fila[0]!, anio: Number(anio) }] : []
}

/** The rows below the heading of the table that has these words in it, or before it. */
function bodyOf(tables: readonly Tabla[], words: RegExp): string[][] {
  for (const { titulo, filas } of tables) {
    const headed = words.test(filas[0]?.join(' ') ?? '')
    if (headed || words.test(titulo)) return filas.slice(headed ? 1 : 0).filter(([first]) => first)
  }
  return []
}

function observationOf(text: string): string | null {
  const [, told] = /Observaci[oó]n(?:es)?\s*:\s*(.{1,500})/.exec(text) ?? []
  const notice = told ?? /[^.:]{0,120}(?:T[ée]rmino de Giro|bloquead)[^.]{0,200}/i.exec(text)?.[0]
  const trimmed = notice?.trim() ?? ''
  return trimmed && !/^sin observaci/i.test(trimmed) ? trimmed : null
}
