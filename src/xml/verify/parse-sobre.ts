// Reading a file that claims to be an EnvioDTE, an EnvioBOLETA or one DTE (xml §2). It keeps the text as it came,
// because the SII judges each DTE by the text cut out of the file. It takes what it finds: `esquema.ts` says what is missing.

import type { Raiz } from '../../domain/dte/fila'
import { filaDe } from '../../domain/dte/tipos'
import { decode, type Texto } from './decode'
import { atributo, type Elemento, en, hijo, hijos, texto, textoEn } from './nodo'
import { lineasDe, readXml, XmlFault } from './xml-reader'

export { XmlFault } from './xml-reader'

export type ClaseSobre = 'EnvioDTE' | 'EnvioBOLETA' | 'DTE'

/** The data in a Signature; base64 without white space, '' for what it lacks. */
export interface FirmaLeida {
  nodo: Elemento
  uri: string
  digestValue: string
  signatureValue: string
  modulus: string
  exponent: string
  /** DER of the certificate in base64. */
  certificado: string
}

export interface Caratula {
  nodo: Elemento
  rutEmisor: string
  rutEnvia: string
  rutReceptor: string
  fchResol: string
  nroResol: string
  tmstFirmaEnv: string
  subtotales: { tipo: number; cantidad: number }[]
}

/** One DTE. Header fields are as written, '' or 0 when the document lacks them. */
export interface DteLeido {
  /** Place in the envelope, from 0. */
  indice: number
  /** The exact text `<DTE …>…</DTE>` of the file. */
  texto: string
  nodo: Elemento
  /** `Documento`, `Liquidacion` or `Exportaciones`. */
  documento: Elemento | null
  /** The schema that judges it. */
  raiz: Raiz
  tipo: number
  folio: number
  emisor: string
  receptor: string
  fecha: string
  montoTotal: string
  tmstFirma: string
  firma: FirmaLeida | null
  /** Line of the file where an element starts. */
  linea: (elemento: Elemento) => number
}

export interface SobreLeido {
  clase: ClaseSobre
  /** The whole file, before any normalisation. */
  texto: string
  /** As it was read and as it declares itself (`Texto`). */
  codificacion: string | null
  declarada: string | null
  raiz: Elemento
  setDte: Elemento | null
  caratula: Caratula | null
  /** The signature over SetDTE; null in a lone DTE. */
  firma: FirmaLeida | null
  dtes: DteLeido[]
  linea: (elemento: Elemento) => number
}

/** An envelope of 2,000 documents of 60 lines stays below it. */
const BYTES_MAX = 64 * 1024 * 1024
/** The elements that a DTE may be; whatever else stands beside it is a stranger's. */
const DOCUMENTOS = ['Documento', 'Liquidacion', 'Exportaciones']

/**
 * Reads an EnvioDTE, an EnvioBOLETA or a lone DTE; `recibido` in any encoding. Throws `XmlFault` when it is not well formed or
 * is something else.
 */
export function parseSobre(bytes: Uint8Array, recibido = false): SobreLeido {
  if (bytes.length > BYTES_MAX) throw new XmlFault('El archivo es demasiado grande', 0)
  const leido = decode(bytes, recibido)
  const raiz = readXml(leido.texto)
  if (raiz.local !== 'EnvioDTE' && raiz.local !== 'EnvioBOLETA' && raiz.local !== 'DTE') {
    throw new XmlFault(`La raíz es <${raiz.nombre}> y se esperaba EnvioDTE, EnvioBOLETA o DTE`, 0)
  }
  return sobreIn(raiz, leido)
}

/** The envelope or lone DTE whose root is `raiz`, an element of a text that may hold more than it; `lineaDe` counts the lines of that. */
export function sobreIn(
  raiz: Elemento,
  { texto: crudo, codificacion, declarada }: Texto,
  lineaDe = lineasDe(crudo),
): SobreLeido {
  const clase = raiz.local as ClaseSobre
  const linea = (elemento: Elemento) => lineaDe(elemento.inicio)
  const setDte = clase === 'DTE' ? null : hijo(raiz, 'SetDTE')
  const nodos = clase === 'DTE' ? [raiz] : dtesIn(raiz)
  return {
    clase,
    texto: crudo,
    codificacion,
    declarada,
    raiz,
    setDte,
    caratula: readCaratula(hijo(setDte, 'Caratula')),
    firma: clase === 'DTE' ? null : readFirma(hijo(raiz, 'Signature')),
    dtes: nodos.map((nodo, indice) => readDte(nodo, indice, clase, crudo, linea)),
    linea,
  }
}

/** Every DTE within, in order, also of a second SetDTE or of something that a vendor put around it: none may be lost without a word. */
const dtesIn = (elemento: Elemento): Elemento[] =>
  hijos(elemento).flatMap((one) => (one.local === 'DTE' ? one : dtesIn(one)))

function readCaratula(nodo: Elemento | null): Caratula | null {
  if (!nodo) return null
  return {
    nodo,
    rutEmisor: textoEn(nodo, 'RutEmisor'),
    rutEnvia: textoEn(nodo, 'RutEnvia'),
    rutReceptor: textoEn(nodo, 'RutReceptor'),
    fchResol: textoEn(nodo, 'FchResol'),
    nroResol: textoEn(nodo, 'NroResol'),
    tmstFirmaEnv: textoEn(nodo, 'TmstFirmaEnv'),
    subtotales: hijos(nodo, 'SubTotDTE').map((sub) => ({
      tipo: entero(textoEn(sub, 'TpoDTE')),
      cantidad: entero(textoEn(sub, 'NroDTE')),
    })),
  }
}

function readDte(
  nodo: Elemento,
  indice: number,
  clase: ClaseSobre,
  crudo: string,
  linea: DteLeido['linea'],
): DteLeido {
  const documento =
    hijos(nodo).find(({ local }) => DOCUMENTOS.includes(local)) ??
    hijos(nodo).find(({ local }) => local !== 'Signature') ??
    null
  const encabezado = hijo(documento, 'Encabezado')
  const tipo = entero(textoEn(encabezado, 'IdDoc/TipoDTE'))
  return {
    indice,
    texto: crudo.slice(nodo.inicio, nodo.fin),
    nodo,
    documento,
    raiz: raizDe(documento, clase, tipo),
    tipo,
    folio: entero(textoEn(encabezado, 'IdDoc/Folio')),
    emisor: textoEn(encabezado, 'Emisor/RUTEmisor'),
    receptor: textoEn(encabezado, 'Receptor/RUTRecep'),
    fecha: textoEn(encabezado, 'IdDoc/FchEmis'),
    montoTotal: textoEn(encabezado, 'Totales/MntTotal'),
    tmstFirma: textoEn(documento, 'TmstFirma'),
    firma: readFirma(hijo(nodo, 'Signature')),
    linea,
  }
}

// A boleta is a `Documento` too: its envelope tells it apart or, alone, its type.
function raizDe(documento: Elemento | null, clase: ClaseSobre, tipo: number): Raiz {
  if (clase === 'EnvioBOLETA') return 'Boleta'
  if (documento?.local === 'Liquidacion' || documento?.local === 'Exportaciones') return documento.local
  return clase === 'DTE' && filaDe(tipo)?.raiz === 'Boleta' ? 'Boleta' : 'Documento'
}

/** Reads the data of a `Signature` element. */
export function readFirma(nodo: Elemento | null): FirmaLeida | null {
  if (!nodo) return null
  const sinBlancos = (ruta: string) => texto(en(nodo, ruta)).replace(/\s+/g, '')
  const referencia = en(nodo, 'SignedInfo/Reference')
  return {
    nodo,
    uri: (referencia && atributo(referencia, 'URI')) ?? '',
    digestValue: sinBlancos('SignedInfo/Reference/DigestValue'),
    signatureValue: sinBlancos('SignatureValue'),
    modulus: sinBlancos('KeyInfo/KeyValue/RSAKeyValue/Modulus'),
    exponent: sinBlancos('KeyInfo/KeyValue/RSAKeyValue/Exponent'),
    certificado: sinBlancos('KeyInfo/X509Data/X509Certificate'),
  }
}

const entero = (valor: string): number => (/^\d{1,15}$/.test(valor) ? Number(valor) : 0)
