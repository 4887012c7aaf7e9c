// What of a file is looked into: the file itself, or each attachment of a mail (recibidos come as both, areas/recibidos §1).

import { faultsError } from '../../domain/errors'
import { baseName, type Eml, isEml } from '../../mail/eml'

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
  for (const { nombre: given, bytes: part, tipo } of correo.partes) {
    const pieza = { nombre: given || 'sin nombre', bytes: part }
    if (isPdf(part)) piezas.pdf.push(pieza)
    else if (isXml(part) && !isHtml(part)) piezas.xml.push({ ...pieza, nombre: given || 'documento.xml' })
    else piezas.ignorados.push({ nombre: pieza.nombre, motivo: `No es un XML ni un PDF (${tipo})` })
  }
  return piezas
}

const stem = (name: string): string => name.replace(/\.\w+$/, '').toLowerCase()

/** The PDF of a mail that shows a document: of its file's name, or with its folio in its own, or the only one of the only document. */
export function pdfOf(
  pdfs: readonly Pieza[],
  { nombre, folio, alone }: { nombre: string; folio: number; alone: boolean },
): Pieza | null {
  const named = pdfs.find((one) => alone && stem(one.nombre) === stem(nombre))
  const byFolio = pdfs.filter((one) => new RegExp(`(?<!\\d)0*${folio}(?!\\d)`).test(one.nombre))
  if (byFolio.length === 1) return byFolio[0]!
  return named ?? (alone && pdfs.length === 1 ? pdfs[0]! : null)
}
