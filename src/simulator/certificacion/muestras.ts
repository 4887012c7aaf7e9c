// The printed samples (simulator §23.7): which are wanted, and what is looked at in each.

import { createLibro } from '../libro'
import type { Sim } from '../sim'
import { lastAvance } from './avance'
import { type Control, createControles } from './control'
import { type Hoja, readHoja } from './hoja'
import { type Empresa, listSets } from './sets'
import { COMPRA, DOCUMENTO, EXENTA, FACTURA, GUIA, isExportacion, LIQUIDACION } from './tipos'

/** A document, and whether its transferable copy is meant. */
interface Sample {
  tipo: number
  folio: number
  cedible: boolean
  total: number
}

const PESO_MAX = 512_000
const CEDIBLES: readonly number[] = [FACTURA, EXENTA, LIQUIDACION, COMPRA]

export const claveOf = ({ tipo, folio, cedible }: Omit<Sample, 'total'>): string =>
  `${tipo}-${folio}${cedible ? '-cedible' : ''}`

/** All documents of the approved sets, and one of each type of the simulation. */
export function findMuestras(sim: Sim, empresa: Empresa): Sample[] {
  const libro = createLibro(sim)
  const wanted: Sample[] = []
  const add = (tipo: number, folio: number, montoTotal: string, venta: boolean): void => {
    const one = { tipo, folio, total: Number(montoTotal) }
    wanted.push({ ...one, cedible: false })
    if (CEDIBLES.includes(tipo) || (tipo === GUIA && venta)) wanted.push({ ...one, cedible: true })
  }
  for (const set of listSets(sim, empresa)) {
    const avance = lastAvance(sim, empresa, set.id)
    if (!set.filas.casos.length || set.clase === 'boleta' || avance?.resultado !== 'SOK') continue
    for (const [i, { tipoDte, folio, montoTotal }] of libro.documentosOf(avance.trackId).entries())
      add(tipoDte, folio, montoTotal, set.filas.casos[i]?.traslado?.por != null)
  }
  const simulacion = lastAvance(sim, empresa, null)
  const seen = new Set<number>()
  for (const { tipoDte, folio, montoTotal } of simulacion ? libro.documentosOf(simulacion.trackId) : []) {
    // Whether a guide of the simulation is a sale its row does not say: the copy is not asked for.
    if (!seen.has(tipoDte)) add(tipoDte, folio, montoTotal, false)
    seen.add(tipoDte)
  }
  return wanted
}

/** Capital letters without accents; blanks and hyphens folded. */
const fold = (text: string): string =>
  text.normalize('NFD').replace(/\p{M}/gu, '').toUpperCase().replace(/\s+/g, ' ')

/** `76543210-3` and amounts as a person writes them. */
const pointed = (digits: string): string => digits.replace(/\B(?=(\d{3})+$)/g, '.')

/** Lines that a title may take. */
const TITULO_MAX = 3

/** The type of a page by its title, which stands by itself on lines before any reference, and the text below it. */
function titleOf(lines: readonly string[]): { tipo: number; below: string } | null {
  const names = Object.entries(DOCUMENTO).flatMap(([tipo, name]) =>
    [name, name.replace('NO AFECTA O ', '')].map((one) => ({ tipo: Number(tipo), one })),
  )
  for (let i = 0; i < lines.length; i++)
    for (let count = 1; count <= TITULO_MAX; count++) {
      const title = lines.slice(i, i + count).join(' ')
      const known = names.find(({ one }) => one === title)
      if (known) return { tipo: known.tipo, below: lines.slice(i + count).join(' ') }
    }
  return null
}

/** The wanted sample that a page is; null when it is none. */
function sampleOf(texto: string, wanted: readonly Sample[]): Sample | null {
  const lines = texto.split('\n').map((line) => fold(line).trim())
  const cedible = lines.some((line) => /\bCEDIBLE\b/.test(line))
  const title = titleOf(lines)
  const folio = Number(/\bN[º°O]?\s*(\d{1,10})\b/.exec(title?.below ?? '')?.[1] ?? 0)
  return (
    wanted.find((one) => one.tipo === title?.tipo && one.folio === folio && one.cedible === cedible) ?? null
  )
}

/** Every check of a file, and the sample that it is. */
export function reviewSample(
  pdf: Buffer,
  rut: string,
  wanted: readonly Sample[],
): { muestra: Sample | null; controles: Control[] } {
  const { controles, anota } = createControles()
  const hoja: Hoja = readHoja(pdf) ?? { paginas: 0, texto: '', imagenes: 0 }
  anota('pagina', '1', String(hoja.paginas))
  const small = `hasta ${PESO_MAX} bytes`
  anota('peso', small, pdf.length > PESO_MAX ? `${pdf.length} bytes` : small)
  const plain = fold(hoja.texto)
  const has = (dato: string, text: string): void => {
    anota('impreso', text, plain.includes(fold(text)) ? text : 'no está', { dato })
  }
  const muestra = sampleOf(hoja.texto, wanted)
  anota('muestra', 'un documento por mostrar', muestra ? 'un documento por mostrar' : 'otro')
  const [numero, dv] = rut.split('-')
  has('RUT', `${pointed(numero!)}-${dv}`)
  has('leyenda', 'Timbre Electrónico SII')
  if (muestra && !isExportacion(muestra.tipo)) has('total', pointed(String(muestra.total)))
  anota('impreso', 'sí', hoja.imagenes ? 'sí' : 'no', { dato: 'timbre' })
  return { muestra, controles }
}

/** The samples that were not taken yet. */
export const findMissing = (sim: Sim, empresa: Empresa, taken: readonly string[] = []): Sample[] =>
  findMuestras(sim, empresa).filter((one) => !taken.includes(claveOf(one)))
