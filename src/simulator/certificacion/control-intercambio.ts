// The three answers to the envelope of the exchange (simulator §23.6): their form, their signatures, what they say of each document.

import { atributo, type Elemento, hijo, hijos, textoEn, todosEn } from '../../xml/verify/nodo'
import { readXml, XmlFault } from '../../xml/verify/xml-reader'
import { type Firmado, firmaFault, signatureOf } from '../firmado'
import { faultOf } from '../forma'
import { readPersona } from '../persona'
import type { Sim } from '../sim'
import { type Anota, type Control, createControles } from './control'
import type { DocumentoIntercambio, Intercambio } from './datos-tramite'
import { FORMAS, type NombreRespuesta } from './formas-intercambio'
import { nombreOf } from './intercambio'

/** The receiver says: taken, and not for me. */
const AJENO_RECIBIDO = 3
const AJENO_RECHAZADO = 2
const BIEN = 'en regla'

/** The signed element and its Signature; a Recibo has both within. */
function reviewFirma(
  sim: Sim,
  anota: Anota,
  xml: Buffer,
  parent: Elemento,
  signed: Elemento,
  dato: string,
): void {
  const firma = hijo(parent, 'Signature')
  if (!firma) {
    anota('firma', BIEN, 'sin firma', { dato })
    return
  }
  const parts = signatureOf(firma, xml.toString('latin1'))
  // Any person with a certificate of the SII's may sign an answer.
  const firmado: Firmado = {
    ...{ ...parts, id: atributo(signed, 'ID') ?? '' },
    rutEnvia: readPersona(parts.certificado)?.rut ?? '',
  }
  anota('firma', BIEN, firmaFault(sim, xml, firmado) ?? BIEN, { dato })
}

function readRespuesta(sim: Sim, anota: Anota, dato: NombreRespuesta, xml: Buffer): Elemento | null {
  const { raiz, set, forma } = FORMAS[dato]
  try {
    const root = readXml(xml.toString('latin1'))
    const signed = hijo(root, set)
    const fault =
      root.local !== raiz || root.ns !== 'http://www.sii.cl/SiiDte' || !signed
        ? `la raíz no es ${raiz} con ${set}`
        : faultOf(signed, forma)
    if (!anota('estructura', BIEN, fault ?? BIEN, { dato })) return null
    reviewFirma(sim, anota, xml, root, signed!, dato)
    return signed
  } catch (fault) {
    if (!(fault instanceof XmlFault)) throw fault
    anota('estructura', BIEN, fault.message, { dato })
    return null
  }
}

/** A document as an answer must name it. */
const claveOf = ({ tipo, folio, fecha, emisor, receptor, total }: DocumentoIntercambio): string =>
  [tipo, folio, fecha, emisor, receptor, total].join(' ')
const claveIn = (nodo: Elemento, tipo: string): string =>
  [tipo, 'Folio', 'FchEmis', 'RUTEmisor', 'RUTRecep', 'MntTotal'].map((name) => textoEn(nodo, name)).join(' ')

function sameEstados(
  anota: Anota,
  dato: NombreRespuesta,
  { documentos }: Intercambio,
  rows: readonly Elemento[],
  estado: string,
  ajeno: number,
): void {
  const esperado = documentos.map((one) => `${claveOf(one)}: ${one.ajeno ? ajeno : 0}`)
  const found = rows.map((row) => `${claveIn(row, 'TipoDTE')}: ${textoEn(row, estado)}`)
  anota('respuesta', esperado.sort().join('; '), found.sort().join('; '), { dato })
}

/** Every check of the three answers. */
export function reviewRespuestas(
  sim: Sim,
  intercambio: Intercambio,
  archivos: Readonly<Record<NombreRespuesta, Buffer>>,
): Control[] {
  const { controles, anota } = createControles()
  const recepcion = readRespuesta(sim, anota, 'recepcion', archivos.recepcion)
  const envio = hijo(recepcion, 'RecepcionEnvio')
  if (envio) {
    const of = (name: string): string => textoEn(envio, name)
    anota('respuesta', nombreOf(intercambio), of('NmbEnvio'), { dato: 'NmbEnvio' })
    anota('respuesta', intercambio.envioId, of('EnvioDTEID'), { dato: 'EnvioDTEID' })
    anota('respuesta', intercambio.digest, of('Digest').replace(/\s/g, ''), { dato: 'Digest' })
    anota('respuesta', '0', of('EstadoRecepEnv'), { dato: 'EstadoRecepEnv' })
    const rows = hijos(envio, 'RecepcionDTE')
    sameEstados(anota, 'recepcion', intercambio, rows, 'EstadoRecepDTE', AJENO_RECIBIDO)
  } else if (recepcion) anota('estructura', 'RecepcionEnvio', 'falta', { dato: 'recepcion' })
  const recibos = readRespuesta(sim, anota, 'recibos', archivos.recibos)
  if (recibos) {
    const own = intercambio.documentos.filter(({ ajeno }) => !ajeno).map(claveOf)
    const found = todosEn(recibos, 'Recibo/DocumentoRecibo').map((one) => claveIn(one, 'TipoDoc'))
    anota('respuesta', own.join('; '), found.join('; '), { dato: 'recibos' })
    for (const recibo of hijos(recibos, 'Recibo'))
      reviewFirma(sim, anota, archivos.recibos, recibo, hijo(recibo, 'DocumentoRecibo')!, 'Recibo')
  }
  const resultado = readRespuesta(sim, anota, 'resultado', archivos.resultado)
  if (resultado) {
    const rows = hijos(resultado, 'ResultadoDTE')
    sameEstados(anota, 'resultado', intercambio, rows, 'EstadoDTE', AJENO_RECHAZADO)
    const rechazos = rows.filter((row) => textoEn(row, 'EstadoDTE') === String(AJENO_RECHAZADO))
    const said = rechazos.map((row) => textoEn(row, 'CodRchDsc') || '-')
    anota('respuesta', rechazos.map(() => '-1').join(' '), said.join(' '), { dato: 'CodRchDsc' })
  }
  return controles
}
