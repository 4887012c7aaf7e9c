// The text of a CAF file (xml §4.1; XSD DTE_v10, CAFType) taken apart, before anything in it is believed.

import { nombreAjeno } from '../domain/archivo-ajeno'
import { type AppError, type Fault, faultsError } from '../domain/errors'
import { isDate } from '../domain/fecha'
import { parseRut } from '../domain/rut'

/** The faults of the file itself; `regla` of the fault. */
type FallaCaf = 'formato' | 'incompleto' | 'valor' | 'rango' | 'autoridad' | 'firma' | 'llave_privada'

/** The values of a CAF file, none of them proved yet. */
export interface CafTexto {
  rutEmisor: string
  razonSocial: string
  tipoDte: number
  desde: number
  hasta: number
  fechaAutorizacion: string
  idk: number
  /** `<DA>…</DA>` without white space between tags: what FRMA signs, as Latin-1 bytes. */
  da: string
  /** `<CAF version="1.0">…</CAF>`, flat in the same way. */
  cafXml: string
  /** Base64. */
  modulo: string
  exponente: string
  frma: string
  llavePem: string
}

/** The advice about a damaged file. */
export const DESCARGUE = 'descárguelo de nuevo desde el sitio del SII y cárguelo sin abrirlo ni editarlo'

const MAX_BYTES = 65_536
const MAX_FOLIO = 9_999_999_999

// The schema fixes the order, so one pattern reads the flat text.
const CAF = new RegExp(
  '<CAF version=["\']1\\.0["\']>(?<da><DA>' +
    '<RE>(?<re>[^<]*)</RE><RS>(?<rs>[^<]*)</RS><TD>(?<td>[^<]*)</TD>' +
    '<RNG><D>(?<d>[^<]*)</D><H>(?<h>[^<]*)</H></RNG><FA>(?<fa>[^<]*)</FA>' +
    '<RSAPK><M>(?<m>[^<]*)</M><E>(?<e>[^<]*)</E></RSAPK><IDK>(?<idk>[^<]*)</IDK>' +
    '</DA>)<FRMA algoritmo=["\']SHA1withRSA["\']>(?<frma>[^<]*)</FRMA></CAF>',
)
const RSASK = /<RSASK>([^<]*)<\/RSASK>/
const ELEMENTS = 'CAF DA RE RS TD RNG D H FA RSAPK M E IDK FRMA RSASK AUTORIZACION'.split(' ')

/** A fault of the file. */
export const cafFault = (regla: FallaCaf, mensaje: string): Fault => ({
  campo: 'archivo',
  regla,
  mensaje,
  code: 'CAF_INVALID',
})

const invalid = (regla: FallaCaf, mensaje: string): AppError => faultsError([cafFault(regla, mensaje)])

/**
 * The ways the bytes may be meant. Content is ISO-8859-1, whatever the declaration says; but a file that passed through an
 * editor may have become UTF-8. Only the signature can tell. Throws CAF_INVALID when they are no CAF at all.
 */
export function cafReadings(bytes: Uint8Array): string[] {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const latin1 = file.toString('latin1')
  if (file.length > MAX_BYTES || !latin1.includes('<CAF')) {
    const nombre = nombreAjeno(bytes)
    const what = nombre ? `El archivo es ${nombre} y no un CAF` : 'El archivo no es un CAF'
    throw invalid('formato', `${what}: debe ser el XML de folios (AUTORIZACION) que entrega el SII`)
  }
  const utf8 = file.toString('utf8')
  return utf8 === latin1 || utf8.includes('�') ? [latin1] : [latin1, utf8]
}

/** Takes one reading apart. Throws CAF_INVALID, naming what is missing or makes no sense. */
export function parseCafText(text: string): CafTexto {
  // A parser of XML turns CRLF into LF before it sees a text; the stamp must be signed over what it will see.
  const flat = text.replace(/\r\n?/g, '\n').replace(/>\s+</g, '><')
  const found = CAF.exec(flat)?.groups
  const rsask = RSASK.exec(flat)?.[1]
  const missing = ELEMENTS.find((name) => !flat.includes(`</${name}>`))
  if (missing) throw invalid('incompleto', `El CAF está incompleto: falta ${missing}; ${DESCARGUE}`)
  if (!found || !rsask) throw invalid('incompleto', `El CAF no tiene la estructura del SII; ${DESCARGUE}`)
  const { da, re, rs, td, d, h, fa, m, e, idk, frma } = found as Record<string, string>
  const rutEmisor = parseRut(re!)
  if (!rutEmisor) throw invalid('valor', `El RUT del CAF (${re}) no es válido; ${DESCARGUE}`)
  if (!isDate(fa!))
    throw invalid('valor', `La fecha de autorización del CAF (${fa}) no es válida; ${DESCARGUE}`)
  const [tipoDte, autoridad] = [number(td!), number(idk!)]
  if (!(tipoDte >= 1 && autoridad >= 1)) {
    throw invalid('valor', `El tipo (${td}) o la autoridad (${idk}) del CAF no son números; ${DESCARGUE}`)
  }
  const [desde, hasta] = [number(d!), number(h!)]
  if (!(desde >= 1 && hasta >= desde && hasta <= MAX_FOLIO)) {
    throw invalid('rango', `El rango de folios del CAF (${d} a ${h}) no es válido; ${DESCARGUE}`)
  }
  return {
    rutEmisor,
    razonSocial: unescapeText(rs!).trim(),
    tipoDte,
    desde,
    hasta,
    fechaAutorizacion: fa!,
    idk: autoridad,
    da: da!,
    // Outside DA nothing is signed: tags are written anew in canonical form, which the document's digest relies on.
    cafXml: `<CAF version="1.0">${da}<FRMA algoritmo="SHA1withRSA">${frma!.replace(/\s/g, '')}</FRMA></CAF>`,
    modulo: m!,
    exponente: e!,
    frma: frma!,
    llavePem: rsask.trim().replace(/^[ \t]+/gm, ''),
  }
}

const number = (text: string): number => (/^\d{1,10}$/.test(text.trim()) ? Number(text) : Number.NaN)

const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

const unescapeText = (text: string): string =>
  text.replace(/&(amp|lt|gt|quot|apos);/g, (_, name: string) => ENTITIES[name]!)
