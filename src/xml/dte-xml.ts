// Writes a document as the SII's XML, already canonical: elements in the schema's order, each on a line of its own because
// the SII's gate breaks on lines over 4090 characters (protocol-core §3.1), no empty elements, no self-closing tags.

import type { Dte } from '../domain/dte/dte'
import { esquema, type Nodo } from '../domain/dte/esquema'
import { tipoDocumento } from '../domain/dte/tipos'
import { escapeText } from './escapar'

/** What stands before the element of a document or envelope that is a file of its own. */
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

function writerOf({ tag, key, hijos, clase }: Nodo): Writer {
  return { key, open: clase ? `<${tag}>` : `<${tag}>\n`, close: `</${tag}>\n`, children: hijos.map(writerOf) }
}

function writersOf(raiz: Parameters<typeof esquema>[0]): Writer[] {
  let list = writers.get(raiz)
  if (!list) {
    // TED and TmstFirma are the stamp's; Encabezado is a frame around blocks that a `Dte` holds at its top.
    list = esquema(raiz)
      .filter(({ tag }) => tag !== 'TED' && tag !== 'TmstFirma')
      .map(writerOf)
    writers.set(raiz, list)
  }
  return list
}

function writeChildren(writers: readonly Writer[], block: Block): string {
  let xml = ''
  for (const writer of writers) {
    const value = block[writer.key]
    if (value === undefined) continue
    if (Array.isArray(value)) for (const item of value) xml += writeOne(writer, item)
    else xml += writeOne(writer, value)
  }
  return xml
}

function writeOne(writer: Writer, value: unknown): string {
  const body =
    typeof value === 'string'
      ? escapeText(value)
      : typeof value === 'object' && value !== null
        ? writeChildren(writer.children, value as Block)
        : String(value)
  return body === '' ? '' : writer.open + body + writer.close
}

/** The element name under `DTE`. */
export const rootTag = (dte: Dte): string => {
  const { raiz } = tipoDocumento(dte.idDoc.tipoDte)
  return raiz === 'Boleta' ? 'Documento' : raiz
}

/** The `ID` of the signed element. */
export const documentoId = (dte: Dte): string => `F${dte.idDoc.folio}T${dte.idDoc.tipoDte}`

/** Everything of the document from `<Encabezado>` to before the stamp, each element on its line. */
export function writeContenido(dte: Dte): string {
  const { raiz } = tipoDocumento(dte.idDoc.tipoDte)
  let xml = ''
  for (const writer of writersOf(raiz)) {
    if (writer.open === '<Encabezado>\n')
      xml += writer.open + writeChildren(writer.children, dte) + writer.close
    else {
      const value = dte[writer.key]
      if (Array.isArray(value)) for (const item of value) xml += writeOne(writer, item)
      else if (value !== undefined) xml += writeOne(writer, value)
    }
  }
  return xml
}
