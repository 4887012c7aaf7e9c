// The stamp: TED over a document, signed with the key of the CAF that granted its folio (protocol-core §9.5,
// formato-dte.md §4). Signed over ISO-8859-1 bytes of the flat DD, never over a canonical form.

import { type KeyObject, sign } from 'node:crypto'
import type { Dte } from '../domain/dte/dte'
import { escapeText } from './escapar'

/** What stamping takes of a CAF: its flat `<CAF …>…</CAF>` text and its private key. */
export interface CafTimbre {
  cafXml: string
  llave: KeyObject
}

/**
 * At most 40 characters, quotes and apostrophes as blanks: sources differ on whether they are signed escaped, so none is
 * written (formato-dte.md §4.4). Cut before escaping. Never blank: the SII drops white space between tags before it verifies.
 */
const shorten = (text: string): string => escapeText(text.replace(/['"]/g, ' ').slice(0, 40).trim())

/** What the stamp says when a boleta names no one. */
const SIN_NOMBRE = 'CONSUMIDOR FINAL'

/** The flat `<DD>…</DD>` of a document. `at`: Chile time, `YYYY-MM-DDTHH:MM:SS`. */
export function writeDd(dte: Dte, cafXml: string, at: string): string {
  const { idDoc, emisor, receptor, totales, detalle } = dte
  const nombre = shorten(receptor.razonSocial ?? SIN_NOMBRE)
  const item = shorten(detalle[0]?.nombre ?? 'ITEM')
  return (
    `<DD><RE>${emisor.rut}</RE><TD>${idDoc.tipoDte}</TD><F>${idDoc.folio}</F><FE>${idDoc.fechaEmision}</FE>` +
    `<RR>${receptor.rut}</RR><RSR>${nombre}</RSR><MNT>${totales.montoTotal}</MNT><IT1>${item}</IT1>` +
    `${cafXml}<TSTED>${at}</TSTED></DD>`
  )
}

/** The flat `<TED version="1.0">…</TED>` of a document. */
export function stampTed(dte: Dte, caf: CafTimbre, at: string): string {
  const dd = writeDd(dte, caf.cafXml, at)
  const frmt = sign('RSA-SHA1', Buffer.from(dd, 'latin1'), caf.llave).toString('base64')
  return `<TED version="1.0">${dd}<FRMT algoritmo="SHA1withRSA">${frmt}</FRMT></TED>`
}
