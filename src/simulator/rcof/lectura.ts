// A ConsumoFolios as its schema has it: elements in order, how often each, and the form of what they hold (simulator §20).

import { isDate } from '../../domain/fecha'
import { TIPOS_RCOF } from '../../domain/rcof'
import { atributo, type Elemento, hijo, hijos, textoEn } from '../../xml/verify/nodo'
import { readXml, XmlFault } from '../../xml/verify/xml-reader'
import { type Firmado, signatureOf } from '../firmado'
import { faultOf, type Hijo, MUCHOS, pattern, rut } from '../forma'

/** First and last folio of a run. */
export type Tramo = readonly [desde: number, hasta: number]

/** A report's data of one type. */
export interface Resumen {
  tipoDte: number
  total: number
  emitidos: number
  anulados: number
  utilizados: number
  rangos: Tramo[]
  rangosAnulados: Tramo[]
}

export interface ConsumoFolios extends Firmado {
  rutEmisor: string
  fchResol: string
  nroResol: string
  fchInicio: string
  fchFinal: string
  secuencia: number
  resumen: Resumen[]
}

const contador = pattern(/^\d{1,6}$/)
const monto = pattern(/^\d{1,18}$/)
const folio = pattern(/^[1-9]\d{0,9}$/)
const tres = pattern(/^\d{1,3}$/)

const CARATULA: readonly Hijo[] = [
  ['RutEmisor', 1, 1, rut],
  ['RutEnvia', 1, 1, rut],
  ['FchResol', 1, 1, isDate],
  ['NroResol', 1, 1, pattern(/^\d{1,6}$/)],
  ['FchInicio', 1, 1, isDate],
  ['FchFinal', 1, 1, isDate],
  ['Correlativo', 0, 1, tres],
  ['SecEnvio', 1, 1, tres],
  ['TmstFirmaEnv', 1, 1, pattern(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/)],
]
const RESUMEN: readonly Hijo[] = [
  ['TipoDocumento', 1, 1, (text) => TIPOS_RCOF.map(String).includes(text)],
  ['MntNeto', 0, 1, monto],
  ['MntIva', 0, 1, monto],
  ['TasaIVA', 0, 1, pattern(/^\d{1,3}(\.\d{1,2})?$/)],
  ['MntExento', 0, 1, monto],
  ['MntTotal', 1, 1, monto],
  ['FoliosEmitidos', 1, 1, contador],
  ['FoliosAnulados', 1, 1, contador],
  ['FoliosUtilizados', 1, 1, contador],
  [
    'RangoUtilizados',
    0,
    MUCHOS,
    [
      ['Inicial', 1, 1, folio],
      ['Final', 1, 1, folio],
    ],
  ],
  [
    'RangoAnulados',
    0,
    MUCHOS,
    [
      ['Inicial', 1, 1, folio],
      ['Final', 0, 1, folio],
    ],
  ],
]
const DOCUMENTO: readonly Hijo[] = [
  ['Caratula', 1, 1, CARATULA],
  ['Resumen', 1, 3, RESUMEN],
]

/** Whether the root of a file is a report of used folios. */
export const isConsumoFolios = (xml: Buffer): boolean =>
  /^[^<]*(?:<[?!][^>]*>[^<]*)*<(?:\w+:)?ConsumoFolios[\s>]/.test(xml.subarray(0, 2048).toString('latin1'))

const SCHEMA = /(?:^|\s)http:\/\/www\.sii\.cl\/SiiDte\s+ConsumoFolio_v10\.xsd(?:\s|$)/

/** Reads a report; what the schema has against it, as the parser at the door says it, when it is none. */
export function readConsumoFolios(xml: Buffer): ConsumoFolios | { error: string } {
  const text = xml.toString('latin1')
  let root: Elemento
  try {
    root = readXml(text)
  } catch (fault) {
    if (!(fault instanceof XmlFault)) throw fault
    return { error: `LPX-00007: ${fault.message}` }
  }
  const location = root.atributos.find(({ nombre }) => nombre.endsWith('schemaLocation'))?.valor ?? ''
  if (root.ns !== 'http://www.sii.cl/SiiDte' || !SCHEMA.test(location))
    return { error: 'SCH-00001: Invalid Schema Name' }
  const [documento, firma, ...more] = hijos(root)
  if (documento?.local !== 'DocumentoConsumoFolios' || firma?.local !== 'Signature' || more.length)
    return { error: "LSX-00213: 'DocumentoConsumoFolios' and 'Signature' are expected, each once" }
  const caratula = hijo(documento, 'Caratula')
  const id = atributo(documento, 'ID')
  for (const nodo of [root, caratula])
    if (nodo && atributo(nodo, 'version') !== '1.0')
      return { error: "LSX-00204: attribute 'version' is missing or not 1.0" }
  if (!id) return { error: "LSX-00204: attribute 'ID' is missing" }
  const error = faultOf(documento, DOCUMENTO)
  if (error) return { error }
  return { ...contentOf(documento), id, ...signatureOf(firma, text) }
}

function contentOf(
  documento: Elemento,
): Omit<ConsumoFolios, 'id' | 'firma' | 'certificado' | 'modulo' | 'exponente'> {
  const of = (local: string) => textoEn(documento, `Caratula/${local}`)
  return {
    rutEmisor: of('RutEmisor'),
    rutEnvia: of('RutEnvia'),
    fchResol: of('FchResol'),
    nroResol: of('NroResol'),
    fchInicio: of('FchInicio'),
    fchFinal: of('FchFinal'),
    secuencia: Number(of('SecEnvio')),
    resumen: hijos(documento, 'Resumen').map(resumenOf),
  }
}

function resumenOf(nodo: Elemento): Resumen {
  const number = (local: string) => Number(textoEn(nodo, local))
  const runs = (local: string) =>
    hijos(nodo, local).map((run): Tramo => {
      const first = textoEn(run, 'Inicial')
      return [Number(first), Number(textoEn(run, 'Final') || first)]
    })
  return {
    tipoDte: number('TipoDocumento'),
    total: number('MntTotal'),
    emitidos: number('FoliosEmitidos'),
    anulados: number('FoliosAnulados'),
    utilizados: number('FoliosUtilizados'),
    rangos: runs('RangoUtilizados'),
    rangosAnulados: runs('RangoAnulados'),
  }
}
