// Answers to a file of documents as the SII's XML (`RespuestaDTE`): canonical as written, signed over `Resultado` in its place (xml §2.4).

import { createHash } from 'node:crypto'
import { LATIN1_DECLARATION } from './dte-xml'
import { escapeText } from './escape'
import { type Llave, type Sign, writeSignature, XSI } from './firma'

/** A document that is answered; `montoTotal` in pesos, `fechaEmision` as it says it. */
export interface DocumentoRespondido {
  tipoDte: number
  folio: number
  fechaEmision: string
  rutEmisor: string
  rutReceptor: string
  montoTotal: number
}

export interface CaratulaRespuesta {
  /** The RUT that answers: the receiver of the documents. */
  rutResponde: string
  /** The RUT that is answered: their issuer. */
  rutRecibe: string
  contacto: { nombre: string | null; telefono: string | null; email: string | null }
}

/** The answer about a file. `fechaRecepcion`: Chile time. */
export interface Recepcion {
  nombre: string
  fechaRecepcion: string
  /** The receiver's own number of the file, 1 to 9,999,999,999. */
  codigo: number
  /** `ID` of the signed set. */
  envioId: string
  /** DigestValue of its signature; null where it has none. */
  digest: string | null
  rutEmisor: string | null
  rutReceptor: string | null
  estado: number
  glosa: string
  documentos: readonly (DocumentoRespondido & { estado: number; glosa: string })[]
}

/** The answer about a document as a purchase; `codigoEnvio` is `codigo` of the file in which it came. */
interface ResultadoDte extends DocumentoRespondido {
  codigoEnvio: number
  estado: number
  glosa: string
}

export interface Firma {
  llave: Llave
  sign: Sign
  /** Chile time. */
  at: string
}

export const NS_SII = 'http://www.sii.cl/SiiDte'
const ID = 'Resultado'
// The one code that the SII's own exercise of exchange names for what is not accepted as it came.
const CODIGO_RECHAZO = -1

export const tag = (name: string, value: string | number): string =>
  `<${name}>${typeof value === 'number' ? value : escapeText(value)}</${name}>\n`
/** Left out where there is nothing to say: no element of ours is empty (xml §1.1). */
export const some = (name: string, value: string | null | undefined): string =>
  value ? tag(name, value) : ''

export const writeContacto = ({ nombre, telefono, email }: CaratulaRespuesta['contacto']): string =>
  some('NmbContacto', nombre?.slice(0, 40).trimEnd()) +
  some('FonoContacto', telefono?.slice(0, 40).trimEnd()) +
  some('MailContacto', email && email.length <= 80 ? email : null)

const writeLlave = (d: DocumentoRespondido): string =>
  tag('TipoDTE', d.tipoDte) +
  tag('Folio', d.folio) +
  tag('FchEmis', d.fechaEmision) +
  tag('RUTEmisor', d.rutEmisor) +
  tag('RUTRecep', d.rutReceptor) +
  tag('MntTotal', d.montoTotal)

const writeRecepcion = (r: Recepcion): string =>
  '<RecepcionEnvio>\n' +
  tag('NmbEnvio', r.nombre.slice(0, 80)) +
  tag('FchRecep', r.fechaRecepcion) +
  tag('CodEnvio', r.codigo) +
  tag('EnvioDTEID', r.envioId.slice(0, 80)) +
  some('Digest', r.digest) +
  some('RutEmisor', r.rutEmisor) +
  some('RutReceptor', r.rutReceptor) +
  tag('EstadoRecepEnv', r.estado) +
  tag('RecepEnvGlosa', r.glosa) +
  (r.documentos.length ? tag('NroDTE', r.documentos.length) : '') +
  r.documentos
    .map(
      (d) =>
        `<RecepcionDTE>\n${writeLlave(d)}${tag('EstadoRecepDTE', d.estado)}${tag('RecepDTEGlosa', d.glosa)}</RecepcionDTE>\n`,
    )
    .join('') +
  '</RecepcionEnvio>\n'

const writeResultado = (d: ResultadoDte): string =>
  `<ResultadoDTE>\n${writeLlave(d)}${tag('CodEnvio', d.codigoEnvio)}${tag('EstadoDTE', d.estado)}` +
  `${tag('EstadoDTEGlosa', d.glosa)}${d.estado === 0 ? '' : tag('CodRchDsc', CODIGO_RECHAZO)}</ResultadoDTE>\n`

/**
 * The signed bytes of an answer: of the reception of files, or of what is thought of documents. `numero`: the answerer's own, 1 to
 * 9,999,999,999.
 */
export async function buildRespuestaDte(
  { rutResponde, rutRecibe, contacto }: CaratulaRespuesta,
  numero: number,
  que: { recepciones: readonly Recepcion[] } | { resultados: readonly ResultadoDte[] },
  { llave, sign, at }: Firma,
): Promise<Buffer> {
  const detalles =
    'recepciones' in que ? que.recepciones.map(writeRecepcion) : que.resultados.map(writeResultado)
  const body =
    '\n<Caratula version="1.0">\n' +
    tag('RutResponde', rutResponde) +
    tag('RutRecibe', rutRecibe) +
    tag('IdRespuesta', numero) +
    tag('NroDetalles', detalles.length) +
    writeContacto(contacto) +
    tag('TmstFirmaResp', at) +
    `</Caratula>\n${detalles.join('')}</Resultado>`
  const canonical = `<Resultado xmlns="${NS_SII}" ${XSI} ID="${ID}">${body}`
  const digest = createHash('sha1').update(canonical, 'utf8').digest('base64')
  const signature = await writeSignature(sign, llave, `#${ID}`, digest, XSI)
  return Buffer.from(
    `${LATIN1_DECLARATION}<RespuestaDTE xmlns="${NS_SII}" ${XSI} ` +
      `xsi:schemaLocation="${NS_SII} RespuestaEnvioDTE_v10.xsd" version="1.0">\n` +
      `<Resultado ID="${ID}">${body}\n${signature}\n</RespuestaDTE>\n`,
    'latin1',
  )
}
