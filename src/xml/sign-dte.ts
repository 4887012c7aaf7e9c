// A document becomes its final bytes: stamped, signed as a fragment of its own, in ISO-8859-1. These bytes are the document
// for ever (xml §3.3).

import type { Dte } from '../domain/dte/dte'
import { documentoId, rootTag, writeContenido } from './dte-xml'
import { canonicalText } from './escape'
import { type Llave, type Sign, writeSignature } from './firma'
import { type CafTimbre, stampTed } from './ted'

const SII = 'xmlns="http://www.sii.cl/SiiDte"'
/** How every DTE of ours begins; an envelope's canonical form drops the redundant declaration. */
export const DTE_OPEN = `<DTE ${SII} version="1.0">`
export const DTE_OPEN_IN_SET = '<DTE version="1.0">'

/**
 * Stamps and signs a document. `at`: Chile time, the frozen signing instant; `nuevos`: whether it carries the elements of the
 * newer schemas (formato.ts). Resolves to the text of its `DTE` element.
 */
export async function signDte(
  dte: Dte,
  caf: CafTimbre,
  llave: Llave,
  sign: Sign,
  at: string,
  nuevos = true,
): Promise<string> {
  const tag = rootTag(dte)
  const id = documentoId(dte)
  const body = `\n${writeContenido(dte, nuevos)}${stampTed(dte, caf, at)}\n<TmstFirma>${at}</TmstFirma>\n</${tag}>`
  const canonical = canonicalText(`<${tag} ${SII} ID="${id}">${body}`)
  const digest = new Bun.CryptoHasher('sha1').update(canonical).digest('base64')
  const signature = await writeSignature(sign, llave, `#${id}`, digest)
  return `${DTE_OPEN}\n<${tag} ID="${id}">${body}\n${signature}\n</DTE>`
}
