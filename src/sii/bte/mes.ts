// The boletas of a month as the SII reports them (sii §16.2): a table in pages, whose columns are told by what stands in them.

import type { MontosBte } from '../../domain/bte/boleta'
import { isDate } from '../../domain/fecha'
import { parseRut } from '../../domain/rut'
import { textOf, unescapeHtml } from '../portal/html'
import type { Pagina } from '../portal/pages'
import { type BteSession, open, strange } from './paginas'

const OPERACION = 'informe de boletas de terceros'
const CONSULTA = 'bte_indiv_cons2'
const PAGINAS_MAX = 200

/** A boleta as the report has it. Dates `YYYY-MM-DD` in Chile; which of the two is which is doubted (sii §16.4). */
export interface FilaBte {
  folio: number
  /** The text in the column of the state. */
  estado: string
  anulada: boolean
  /** The first of its two dates. */
  fecha: string
  /** Both, where there are two. */
  fechas: string[]
  rut: string
  nombre: string
  montos: MontosBte
  /** Where the page of it is; null without a link. */
  enlace: string | null
}

const FECHA = /^(\d{2})[-/](\d{2})[-/](\d{4})$/
/** Wherever it stands in a cell; one below a million only where the cell begins with it, for other things have such numbers too. */
const RUT = /\b\d{1,2}(?:\.?\d{3}){2}\s*-\s*[\dkK]\b|^\d{1,3}(?:\.?\d{3})?\s*-\s*[\dkK]\b/
const MONTO = /^\$?\s*\d{1,3}(?:\.\d{3}){1,4}$|^\$?\s*\d{1,13}$/

const isoOf = (text: string): string | null => {
  const [, dia, mes, anio] = FECHA.exec(text) ?? []
  return anio ? `${anio}-${mes}-${dia}` : null
}

/** A word that a script shows where the cell has a picture. */
const overlibOf = (html: string): string =>
  unescapeHtml(/overlib\s*\(\s*(['"])([\s\S]*?)\1/i.exec(unescapeHtml(html))?.[2] ?? '')
    .replace(/<[^>]*>/g, ' ')
    .trim()

interface Celda {
  html: string
  text: string
}

/** The cells of a row. */
function cellsOf(row: string): Celda[] {
  const cells = [...row.matchAll(/<td\b[^>]*>([\s\S]*?)(?=<\/td\s*>|<td\b|$)/gi)].map(([, html]) => html!)
  return cells.map((html) => ({ html, text: textOf(html) }))
}

/**
 * A row of the report; null for one that is none: headings, totals. `unreadable` is one with number and day and no person, or without
 * amounts that add up: left out, it would count as a boleta that the SII does not have, and be issued again.
 */
function readRow(row: string, issuer: string): FilaBte | 'unreadable' | null {
  const cells = cellsOf(row)
  const at = cells.findIndex(({ text }) => /^\d{1,9}$/.test(text))
  const days = cells.flatMap(({ text }) => isoOf(text) ?? [])
  const [fecha] = days
  if (at < 0 || !fecha) return null
  const numbers = cells
    .slice(-3)
    .map(({ text }) => (MONTO.test(text) ? Number(text.replace(/\D/g, '')) : null))
  const [bruto, retencion, liquido] = numbers
  const ruts = cells.flatMap(({ text }, i) => {
    const rut = parseRut(RUT.exec(text)?.[0].replace(/\s/g, '') ?? '')
    return rut ? [{ rut, i }] : []
  })
  // The issuer comes first; who issues for himself would be both.
  const person = ruts.findLast(({ rut }) => rut !== issuer) ?? (ruts.length > 1 ? ruts.at(-1) : undefined)
  const folio = Number(cells[at]!.text)
  if (!person || folio === 0 || !days.every(isDate)) return 'unreadable'
  if (bruto == null || retencion == null || liquido == null || bruto - retencion !== liquido)
    return 'unreadable'
  const beside = cells[person.i]!.text.replace(RUT, '').trim()
  const estado =
    cells[at + 1]!.text && !isoOf(cells[at + 1]!.text) ? cells[at + 1]!.text : overlibOf(cells[at + 1]!.html)
  const href = /href\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s>]+))/i.exec(row)
  const link = unescapeHtml(href?.[1] ?? href?.[2] ?? href?.[3] ?? '')
  return {
    folio,
    estado,
    // One that is asked for is not done: `Anulación solicitada`.
    anulada: /^anul(?!aci[oó]n\b.*(?:solicit|pendiente))/i.test(estado),
    fecha,
    fechas: [...new Set(days)],
    rut: person.rut,
    nombre: beside || (cells[person.i + 1]?.text ?? ''),
    montos: { bruto, retencion, liquido },
    enlace: /bte_indiv_cons3[^'"\s)]*/.exec(link)?.[0] ?? null,
  }
}

const VACIO = /NO REGISTRA MOVIMIENTOS/i
const numberAfter = (text: string, words: RegExp): number | null => {
  const found = words.exec(text)?.[1]
  return found ? Number(found.replaceAll('.', '')) : null
}

function readPage(
  session: BteSession,
  pagina: Pagina,
): { rows: FilaBte[]; pages: number; total: number | null } {
  const text = textOf(pagina.html)
  if (VACIO.test(text)) return { rows: [], pages: 1, total: 0 }
  const found = [
    ...pagina.html.matchAll(/<tr\b[^>]*>([\s\S]*?)(?=<tr\b|<\/tr\s*>|<\/table\s*>|$)/gi),
  ].flatMap(([, row]) => readRow(row!, session.rut) ?? [])
  const isRead = (row: FilaBte | 'unreadable'): row is FilaBte => row !== 'unreadable'
  if (!found.every(isRead)) throw strange(session, pagina, OPERACION, 'informe', 'todas las filas legibles')
  const rows = found.filter(isRead)
  if (!rows.length) throw strange(session, pagina, OPERACION, 'informe', 'las boletas del mes')
  const total = numberAfter(text, /Total\s+Boletas\s*:?\s*([\d.]+)/i)
  // Cut between two rows it looks like a shorter month.
  if (total === null && !/<\/(?:html|body)\s*>/i.test(pagina.html))
    throw strange(session, pagina, OPERACION, 'informe', 'el informe hasta su fin')
  return { rows, pages: numberAfter(text, /P[aá]gina\s*:?\s*\d+\s*de\s*(\d+)/i) ?? 1, total }
}

/** The boletas that the company issued in a month `YYYYMM`, a page at a time. Throws SII_ERROR where the report does not hold together. */
export async function readMonth(session: BteSession, periodo: string): Promise<FilaBte[]> {
  // A step that comes without the one before it may be sent back to the login.
  await open(session, 'bte_indiv_cons?1', 'consulta')
  const ask = { CNTR: '1', AUTEN: 'RUTCLAVE', TIPO: 'mensual', DIA: '1' }
  const month = { MESM: periodo.slice(4), ANOM: periodo.slice(0, 4) }
  const all = new Map<number, FilaBte>()
  /** Should each page tell its own number of boletas and not the month's. */
  let sum = 0
  for (let number = 1; number <= PAGINAS_MAX; number++) {
    const pagina = await open(session, CONSULTA, 'informe', { ...ask, ...month, PAGINA: String(number) })
    const { rows, pages, total } = readPage(session, pagina)
    for (const row of rows) all.set(row.folio, row)
    sum += total ?? 0
    if (number < pages) {
      if (number < PAGINAS_MAX) continue
      throw strange(session, pagina, OPERACION, 'informe', `a lo más ${PAGINAS_MAX} páginas, y no ${pages}`)
    }
    if (total !== null && total !== all.size && sum !== all.size)
      throw strange(session, pagina, OPERACION, 'informe', `${total} boletas, y no ${all.size}`)
    break
  }
  return [...all.values()].sort((a, b) => a.folio - b.folio)
}

/** The SII's own page of a boleta; null where the report has no link to it. */
export async function openBte(
  session: BteSession,
  { enlace }: Pick<FilaBte, 'enlace'>,
): Promise<Pagina | null> {
  if (enlace === null) return null
  return open(session, enlace, 'boleta')
}
