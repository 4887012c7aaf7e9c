// The ranges that the SII granted, as two of its flows list them (sii §15.3): a form for each, in pages.

import { type Formulario, formsOf, textOf, visible } from '../portal/html'
import type { Pagina } from '../portal/pages'
import {
  company,
  type FoliosSession,
  formTo,
  numberIn,
  open,
  type RangoFolios,
  rangeIn,
  send,
  strange,
} from './paginas'

/** A flow that begins with such a list: its first page, the list, and what a row leads to. */
export interface Flujo {
  operacion: string
  inicio: string
  lista: string
}

export const REOBTENCION: Flujo = {
  operacion: 'reobtención de folios',
  inicio: 'rf_reobtencion1_folios',
  lista: 'rf_reobtencion2_folios',
}
export const ANULACION: Flujo = {
  operacion: 'anulación de folios',
  inicio: 'af_anular1',
  lista: 'af_anular2',
}

export interface Otorgado extends RangoFolios {
  /** Chile date; null where the list does not say it. */
  fecha: string | null
  form: Formulario
  pagina: Pagina
}

const PAGINAS_MAX = 200
/** The list of a type that never had folios. */
const NINGUNO = /\bno (?:se )?(?:ha |han )?(?:registra|existe|hay|tiene|posee|encontr|autorizad)/i

function fechaIn(form: Formulario): string | null {
  const [dia, mes, ano] = ['DIA', 'MES', 'ANO'].map((name) => numberIn(form, name))
  if (!dia || !mes || !ano) return null
  return `${ano}-${String(mes).padStart(2, '0')}-${String(dia).padStart(2, '0')}`
}

const rowsOf = (pagina: Pagina): Otorgado[] =>
  formsOf(pagina.html).flatMap((form) => {
    const rango = rangeIn(form)
    return rango ? [{ ...rango, fecha: fechaIn(form), form, pagina }] : []
  })

/** Whether the page leads to another one of the list. */
const hasPage = ({ html }: Pagina, number: number): boolean =>
  new RegExp(`cambiapag\\s*\\(\\s*['"]?${number}['"]?\\s*\\)`, 'i').test(visible(html))

/** Page by page; an empty first one must say that there is none. */
async function* listPages(
  session: FoliosSession,
  { operacion, inicio, lista }: Flujo,
): AsyncGenerator<Otorgado[]> {
  const first = await open(session, inicio, 'inicio')
  const start = formTo(first, lista)
  if (!start) throw strange(session, first, operacion, 'inicio', 'el formulario de la empresa')
  const ask = { ...company(session), COD_DOCTO: String(session.tipoDte), ACEPTAR: 'Consultar' }
  let pagina = await send(session, first, start, { ...ask, PAGINA: '1' }, 'lista')
  for (let number = 1; number <= PAGINAS_MAX; number++) {
    const rows = rowsOf(pagina)
    if (!rows.length && !NINGUNO.test(textOf(pagina.html)))
      throw strange(session, pagina, operacion, 'lista', 'los rangos otorgados')
    yield rows
    if (!hasPage(pagina, number + 1)) return
    pagina = await open(session, lista, 'lista', { ...ask, PAGINA: String(number + 1) })
  }
}

/** All of them, by their folios. */
export async function listOtorgados(session: FoliosSession, flujo: Flujo): Promise<Otorgado[]> {
  const all: Otorgado[] = []
  for await (const rows of listPages(session, flujo)) all.push(...rows)
  return all.sort((a, b) => a.desde - b.desde)
}

/** The first that `matches`; null where no page has one. */
export async function findOtorgado(
  session: FoliosSession,
  flujo: Flujo,
  matches: (rango: RangoFolios) => boolean,
): Promise<Otorgado | null> {
  for await (const rows of listPages(session, flujo)) {
    const found = rows.find(matches)
    if (found) return found
  }
  return null
}
