// The printed samples (simulator §23.7): which are wanted, and what is looked at in each.

import { createLibro, type DocumentoRow } from '../libro'
import type { Sim } from '../sim'
import { lastAvance } from './avance'
import { readCodigo } from './codigo-barras'
import { type Control, createControles } from './control'
import { type Hoja, readHoja } from './hoja'
import type { Impreso } from './impresos'
import { type Empresa, listSets } from './sets'
import { COMPRA, DOCUMENTO, EXENTA, FACTURA, GUIA, isExportacion, LIQUIDACION } from './tipos'

/** A document, and whether its transferable copy is meant. */
interface Sample {
  tipo: number
  folio: number
  cedible: boolean
  total: number
  /** Its envelope, and its place in it. */
  trackId: number
  lugar: number
}

const PESO_MAX = 512_000
const CEDIBLES: readonly number[] = [FACTURA, EXENTA, LIQUIDACION, COMPRA]

export const claveOf = ({ tipo, folio, cedible }: Pick<Sample, 'tipo' | 'folio' | 'cedible'>): string =>
  `${tipo}-${folio}${cedible ? '-cedible' : ''}`

/** All documents of the approved sets, and one of each type of the simulation. */
export function findMuestras(sim: Sim, empresa: Empresa): Sample[] {
  const libro = createLibro(sim)
  const wanted: Sample[] = []
  const add = (
    { tipoDte, folio, montoTotal, trackId }: DocumentoRow,
    lugar: number,
    venta: boolean,
  ): void => {
    const tipo = tipoDte
    const one = { tipo, folio, total: Number(montoTotal), trackId, lugar }
    wanted.push({ ...one, cedible: false })
    if (CEDIBLES.includes(tipo) || (tipo === GUIA && venta)) wanted.push({ ...one, cedible: true })
  }
  for (const set of listSets(sim, empresa)) {
    const avance = lastAvance(sim, empresa, set.id)
    if (!set.filas.casos.length || set.clase === 'boleta' || avance?.resultado !== 'SOK') continue
    for (const [i, documento] of libro.documentosOf(avance.trackId).entries())
      add(documento, i, set.filas.casos[i]?.traslado?.por != null)
  }
  const simulacion = lastAvance(sim, empresa, null)
  const seen = new Set<number>()
  const simulados = simulacion ? libro.documentosOf(simulacion.trackId) : []
  for (const [i, documento] of simulados.entries()) {
    // Whether a guide of the simulation is a sale its row does not say: the copy is not asked for.
    if (!seen.has(documento.tipoDte)) add(documento, i, false)
    seen.add(documento.tipoDte)
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

/** Said of the symbol of a page, beside the stamp of the document as it was received. */
function readTimbre({ imagenes }: Hoja, impreso: Impreso | null): string {
  const read = imagenes.map(readCodigo).find((bytes) => bytes !== null)
  if (!read) return 'no se lee'
  return impreso === null || read.toString('latin1') === impreso.ted ? TIMBRE : 'el de otro documento'
}

const TIMBRE = 'el del documento recibido'

/** Every check of a file, and the sample that it is. */
export function reviewSample(
  pdf: Buffer,
  rut: string,
  wanted: readonly Sample[],
  impresoOf: (trackId: number, lugar: number) => Impreso | null,
): { muestra: Sample | null; controles: Control[] } {
  const { controles, anota } = createControles()
  const hoja: Hoja = readHoja(pdf) ?? { paginas: 0, texto: '', imagenes: [] }
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
  const impreso = muestra && impresoOf(muestra.trackId, muestra.lugar)
  for (const dato of ['emisor', 'receptor'] as const) if (impreso?.[dato]) has(dato, impreso[dato])
  anota('timbre', TIMBRE, readTimbre(hoja, impreso))
  return { muestra, controles }
}

/** The samples that were not taken yet. */
export const findMissing = (sim: Sim, empresa: Empresa, taken: readonly string[] = []): Sample[] =>
  findMuestras(sim, empresa).filter((one) => !taken.includes(claveOf(one)))
