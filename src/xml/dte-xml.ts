// Writes a document as the SII's XML, already canonical: elements in the schema's order, each on a line of its own because
// the SII's gate breaks on lines over 4090 characters (xml §1.2), no empty elements, no self-closing tags.

import type { Dte } from '../domain/dte/dte'
import { esquema, type Nodo } from '../domain/dte/esquema'
import { isNuevo } from '../domain/dte/formato'
import { tipoDocumento } from '../domain/dte/tipos'
import { escapeText } from './escape'

/** The declaration before the element of a document or envelope that is a file of its own. */
export const LATIN1_DECLARATION = '<?xml version="1.0" encoding="ISO-8859-1"?>\n'

type Block = Record<string, unknown>

/** The fragments around the values of one element, made once. */
interface Writer {
  key: string
  open: string
  close: string
  children: Writer[]
}

const writers = new Map<string, Writer[]>()

const writersOfAll = (nodos: readonly Nodo[], nuevos: boolean): Writer[] =>
  nodos
    .filter((n) => nuevos || !isNuevo(n))
    .map(({ tag, key, hijos, clase }) => ({
      key,
      open: clase ? `<${tag}>` : `<${tag}>\n`,
      close: `</${tag}>\n`,
      children: writersOfAll(hijos, nuevos),
    }))

function writersOf(raiz: Parameters<typeof esquema>[0], nuevos: boolean): Writer[] {
  const known = `${raiz} ${nuevos}`
  let list = writers.get(known)
  if (!list) {
    // TED and TmstFirma are the stamp's; Encabezado is a frame around blocks that a `Dte` holds at its top.
    const own = esquema(raiz).filter(({ tag }) => tag !== 'TED' && tag !== 'TmstFirma')
    list = writersOfAll(own, nuevos)
    writers.set(known, list)
  }
  return list
}

// Pieces are joined once: a text grown by `+=` is a tree of its pieces, walked again at every use.
type Pieces = string[]

function writeChildren(out: Pieces, writers: readonly Writer[], block: Block): void {
  for (const writer of writers) {
    const value = block[writer.key]
    if (value === undefined) continue
    if (Array.isArray(value)) for (const item of value) writeOne(out, writer, item)
    else writeOne(out, writer, value)
  }
}

/** Writes an element, or nothing when nothing would stand in it. */
function writeOne(out: Pieces, { open, close, children }: Writer, value: unknown): void {
  if (typeof value === 'object' && value !== null) {
    const length = out.push(open)
    writeChildren(out, children, value as Block)
    if (out.length === length) out.pop()
    else out.push(close)
    return
  }
  const text = typeof value === 'string' ? escapeText(value) : String(value)
  if (text !== '') out.push(open, text, close)
}

/** The element name under `DTE`. */
export const rootTag = (dte: Dte): string => {
  const { raiz } = tipoDocumento(dte.idDoc.tipoDte)
  return raiz === 'Boleta' ? 'Documento' : raiz
}

/** The `ID` of the signed element. */
export const documentoId = (dte: Dte): string => `F${dte.idDoc.folio}T${dte.idDoc.tipoDte}`

/**
 * Everything of the document from `<Encabezado>` to before the stamp, each element on its line; without those that only the
 * newer schemas know unless `nuevos`.
 */
export function writeContenido(dte: Dte, nuevos = true): string {
  const { raiz } = tipoDocumento(dte.idDoc.tipoDte)
  const out: Pieces = []
  for (const writer of writersOf(raiz, nuevos)) {
    if (writer.open === '<Encabezado>\n') writeOne(out, writer, dte)
    else writeChildren(out, [writer], dte)
  }
  return out.join('')
}
