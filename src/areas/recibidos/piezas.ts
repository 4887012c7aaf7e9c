// The pieces of a file: the file itself, or each attachment of a mail (areas/recibidos §1).

import { pauses } from '../../base/turn'
import { faultsError } from '../../domain/errors'
import { baseName, type Eml, isEml } from '../../mail/eml'
import { createUnzip, isZip } from '../../mail/unzip'
import type { DocumentoLeido } from '../../xml/recibido'

export interface Pieza {
  nombre: string
  bytes: Uint8Array
}

export interface Ignorado {
  nombre: string
  motivo: string
}

interface Piezas {
  /** The mail; null when the file is one of documents. */
  correo: Eml | null
  xml: Pieza[]
  pdf: Pieza[]
  ignorados: Ignorado[]
}

const isPdf = (bytes: Uint8Array): boolean => latin(bytes, 1024).includes('%PDF-')
const latin = (bytes: Uint8Array, to: number): string =>
  Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, to)).toString('latin1')

/** Whether the bytes begin as XML in any encoding: after marks, blanks and the zeros of wide ones. */
const isXml = (bytes: Uint8Array): boolean =>
  latin(bytes, 200)
    .replace(/[\0\s\xef\xbb\xbf\xff\xfe]/g, '')
    .startsWith('<')

const isHtml = (bytes: Uint8Array): boolean => /<!doctype html|<html[\s>]/i.test(latin(bytes, 500))

/** Spreadsheets and texts of offices are archives too, of XML that is nobody's document. */
const isArchive = (nombre: string, tipo: string, bytes: Uint8Array): boolean =>
  (/\.zip$/i.test(nombre) || tipo.includes('zip')) && isZip(bytes)

/** Takes a file apart. Throws VALIDATION_ERROR for one that is neither XML nor a mail. */
export async function takeApart(
  { nombre, bytes, eml }: Pieza & { eml?: Eml },
  readEml: (bytes: Uint8Array) => Promise<Eml>,
): Promise<Piezas> {
  const name = baseName(nombre) || 'archivo.xml'
  if (!eml && isXml(bytes)) return { correo: null, xml: [{ nombre: name, bytes }], pdf: [], ignorados: [] }
  if (!eml && !isEml(bytes)) {
    const mensaje = 'El archivo no es un XML ni un correo (EML)'
    throw faultsError([{ campo: 'archivo', regla: 'formato', mensaje }])
  }
  const correo = eml ?? (await readEml(bytes))
  const piezas: Piezas = { correo, xml: [], pdf: [], ignorados: [] }
  const unzip = createUnzip(pauses())
  for (const { nombre: given, bytes: part, tipo, motivo } of correo.partes) {
    if (motivo) piezas.ignorados.push({ nombre: given || 'sin nombre', motivo })
    else if (!isArchive(given, tipo, part)) sort(piezas, given, part, ` (${tipo})`)
    else
      for (const one of await unzip(given || 'sin nombre.zip', part))
        if (one.bytes) sort(piezas, one.nombre, one.bytes, '')
        else piezas.ignorados.push({ nombre: one.nombre, motivo: one.motivo })
  }
  return piezas
}

function sort({ xml, pdf, ignorados }: Piezas, given: string, bytes: Uint8Array, tipo: string): void {
  const nombre = given || 'sin nombre'
  if (isPdf(bytes)) pdf.push({ nombre, bytes })
  else if (isXml(bytes) && !isHtml(bytes)) xml.push({ nombre: given || 'documento.xml', bytes })
  else ignorados.push({ nombre, motivo: `No es un XML ni un PDF${tipo}` })
}

const stem = (name: string): string => name.replace(/\.\w+$/, '').toLowerCase()
const keyOf = ({ rutEmisor, tipoDte, folio }: DocumentoLeido): string => `${rutEmisor} ${tipoDte} ${folio}`

/** The folios that a file's name may tell. */
const numbersIn = (name: string): Set<number> => new Set((name.match(/\d+/g) ?? []).map(Number))

function addTo<K, V>(map: Map<K, Set<V>>, key: K, value: V): void {
  const values = map.get(key)
  if (values) values.add(value)
  else map.set(key, new Set([value]))
}

/**
 * Which PDF of a mail shows which of its documents: that with a folio in its name which one document alone has, that of the name of a
 * file of one document, or the only one of the only document. A PDF shows one document or none, however many would fit.
 */
export function pairPdfs(
  pdfs: readonly Pieza[],
  archivos: readonly { nombre: string; documentos: readonly DocumentoLeido[] }[],
): Map<DocumentoLeido, Pieza> {
  const pairs = new Map<DocumentoLeido, Pieza>()
  if (!pdfs.length) return pairs
  const named = new Map<number, Set<Pieza>>()
  for (const pdf of pdfs) for (const folio of numbersIn(pdf.nombre)) addTo(named, folio, pdf)
  const byStem = new Map(pdfs.map((pdf) => [stem(pdf.nombre), pdf]))
  // One document may come twice in a mail, alone and in its envelope.
  const first = new Map<string, DocumentoLeido>()
  const ofFolio = new Map<number, Set<string>>()
  const namesake = new Map<string, Pieza>()
  for (const { nombre, documentos } of archivos)
    for (const d of documentos) {
      const key = keyOf(d)
      if (!first.has(key)) first.set(key, d)
      addTo(ofFolio, d.folio, key)
      const pdf = documentos.length === 1 && byStem.get(stem(nombre))
      if (pdf) namesake.set(key, pdf)
    }
  const shows = new Map<Pieza, Set<DocumentoLeido>>()
  for (const [key, d] of first) {
    const found = ofFolio.get(d.folio)!.size === 1 ? [...(named.get(d.folio) ?? [])] : []
    const only = first.size === 1 && pdfs.length === 1 ? pdfs[0] : undefined
    const pdf = found.length === 1 ? found[0] : (namesake.get(key) ?? only)
    if (pdf) addTo(shows, pdf, d)
  }
  for (const [pdf, documentos] of shows) if (documentos.size === 1) pairs.set([...documentos][0]!, pdf)
  return pairs
}
