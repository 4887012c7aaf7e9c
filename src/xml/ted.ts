// The stamp: TED over a document, signed with the key of the CAF that granted its folio (xml §5.1). Signed
// over ISO-8859-1 bytes of the flat DD, never over a canonical form.

import { type KeyObject, sign } from 'node:crypto'
import type { Dte } from '../domain/dte/dte'
import { escapeText } from './escape'

/** The parts of a CAF that stamping takes: its flat `<CAF …>…</CAF>` text and its private key. */
export interface CafTimbre {
  cafXml: string
  llave: KeyObject
}

/**
 * At most 40 characters, quotes and apostrophes as blanks: sources differ on whether they are signed escaped, so none is
 * written (xml §5.1). Cut before escaping. Never blank: the SII drops white space between tags before it verifies.
 */
const shorten = (text: string, max: number): string =>
  escapeText(text.replace(/['"]/g, ' ').slice(0, max).trim())

/** Lengths tried for the two names: 40 is the schema's, less only when escapes would outgrow the barcode. */
const LARGOS = [40, 30, 20, 10]
/** Most bytes of a DD: PDF417 at level 5 holds 1034, FRMT and the frame take 150 (pdf §2.1). */
const DD_MAX = 1034 - 150

/** The stamp's name for the buyer of a boleta that names no one. */
const SIN_NOMBRE = 'CONSUMIDOR FINAL'

/** The flat `<DD>…</DD>` of a document. `at`: Chile time, `YYYY-MM-DDTHH:MM:SS`. */
export function writeDd(dte: Dte, cafXml: string, at: string): string {
  const { idDoc, emisor, receptor, totales, detalle } = dte
  let dd = ''
  for (const max of LARGOS) {
    const nombre = shorten(receptor.razonSocial ?? SIN_NOMBRE, max)
    const item = shorten(detalle[0]?.nombre ?? 'ITEM', max)
    dd =
      `<DD><RE>${emisor.rut}</RE><TD>${idDoc.tipoDte}</TD><F>${idDoc.folio}</F><FE>${idDoc.fechaEmision}</FE>` +
      `<RR>${receptor.rut}</RR><RSR>${nombre}</RSR><MNT>${totales.montoTotal}</MNT><IT1>${item}</IT1>` +
      `${cafXml}<TSTED>${at}</TSTED></DD>`
    if (dd.length <= DD_MAX) break
  }
  return dd
}

/** The flat `<TED version="1.0">…</TED>` of a document. */
export function stampTed(dte: Dte, caf: CafTimbre, at: string): string {
  const dd = writeDd(dte, caf.cafXml, at)
  const frmt = sign('RSA-SHA1', Buffer.from(dd, 'latin1'), caf.llave).toString('base64')
  return `<TED version="1.0">${dd}<FRMT algoritmo="SHA1withRSA">${frmt}</FRMT></TED>`
}
