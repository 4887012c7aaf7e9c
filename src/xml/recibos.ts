// Receipts of goods and services under Ley 19.983 as the SII's XML (`EnvioRecibos`): each signed by itself, then the set (xml §2.4).

import { createHash } from 'node:crypto'
import { LATIN1_DECLARATION } from './dte-xml'
import { type Llave, type Sign, writeSignature, XSI } from './firma'
import {
  type CaratulaRespuesta,
  type DocumentoRespondido,
  type Firma,
  NS_SII,
  tag,
  writeContacto,
} from './respuesta-dte'

/** The declaration in the law's words, which the schema fixes to the letter. */
export const DECLARACION =
  'El acuse de recibo que se declara en este acto, de acuerdo a lo dispuesto en la letra b) del Art. 4, y la letra c) del Art. 5 ' +
  'de la Ley 19.983, acredita que la entrega de mercaderias o servicio(s) prestado(s) ha(n) sido recibido(s).'

/** A receipt of what a document charges; `rutFirma` is the person who signs. */
export interface Recibo extends DocumentoRespondido {
  /** Where it was received, up to 80 characters. */
  recinto: string
  rutFirma: string
}

const ID = 'SetRecibos'
const NAMESPACES = `xmlns="${NS_SII}" ${XSI}`
// It declares what the file does: cut out of it and in its place it has one canonical form, and a receiver may judge it either way.
const RECIBO_OPEN = `<Recibo ${NAMESPACES} version="1.0">`
const RECIBO_OPEN_IN_SET = '<Recibo version="1.0">'

const sha1 = (text: string): string => createHash('sha1').update(text, 'utf8').digest('base64')

async function writeRecibo(r: Recibo, llave: Llave, sign: Sign, at: string): Promise<string> {
  const id = `R${r.tipoDte}F${r.folio}`
  const body =
    '\n' +
    tag('TipoDoc', r.tipoDte) +
    tag('Folio', r.folio) +
    tag('FchEmis', r.fechaEmision) +
    tag('RUTEmisor', r.rutEmisor) +
    tag('RUTRecep', r.rutReceptor) +
    tag('MntTotal', r.montoTotal) +
    tag('Recinto', r.recinto) +
    tag('RutFirma', r.rutFirma) +
    tag('Declaracion', DECLARACION) +
    tag('TmstFirmaRecibo', at) +
    '</DocumentoRecibo>'
  const digest = sha1(`<DocumentoRecibo ${NAMESPACES} ID="${id}">${body}`)
  const signature = await writeSignature(sign, llave, `#${id}`, digest, XSI)
  return `${RECIBO_OPEN}\n<DocumentoRecibo ID="${id}">${body}\n${signature}\n</Recibo>\n`
}

/** The signed bytes of a set of receipts of one issuer's documents. */
export async function buildRecibos(
  { rutResponde, rutRecibe, contacto }: CaratulaRespuesta,
  recibos: readonly Recibo[],
  { llave, sign, at }: Firma,
): Promise<Buffer> {
  const signed: string[] = []
  for (const recibo of recibos) signed.push(await writeRecibo(recibo, llave, sign, at))
  const caratula =
    '\n<Caratula version="1.0">\n' +
    tag('RutResponde', rutResponde) +
    tag('RutRecibe', rutRecibe) +
    writeContacto(contacto) +
    tag('TmstFirmaEnv', at) +
    '</Caratula>\n'
  const inSet = signed.map((one) => RECIBO_OPEN_IN_SET + one.slice(RECIBO_OPEN.length))
  const digest = sha1(`<SetRecibos ${NAMESPACES} ID="${ID}">${caratula}${inSet.join('')}</SetRecibos>`)
  const signature = await writeSignature(sign, llave, `#${ID}`, digest, XSI)
  return Buffer.from(
    `${LATIN1_DECLARATION}<EnvioRecibos ${NAMESPACES} xsi:schemaLocation="${NS_SII} EnvioRecibos_v10.xsd" version="1.0">\n` +
      `<SetRecibos ID="${ID}">${caratula}${signed.join('')}</SetRecibos>\n${signature}\n</EnvioRecibos>\n`,
    'latin1',
  )
}
