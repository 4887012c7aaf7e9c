// The parts that the structure table leaves out: the envelope and its Caratula, the TED and the Signature,
// as rows of the same kind (EnvioDTE_v10, EnvioBOLETA_v11, DTE_v10, xmldsignature_v10; xml §2.1 to §3.1,
// §5.1).

import type { Raiz } from '../../domain/dte/fila'
import { TIPOS } from '../../domain/dte/tipos'
import { CODIGOS } from './codigos'
import type { Fila } from './valores'

/** A row and those of its children, in the schema's order. Attributes map a name to its only values, or null for any. */
export interface Regla extends Fila {
  nombre: string
  hijos: Regla[] | null
  atributos?: Record<string, string[] | null>
  /** Namespace of the element and what is in it, when it is not that of the parent. */
  ns?: string
  /** Elements that a vendor adds directly in it harm no document's signature; the word for it there. */
  abierto?: string
}

export const NS_SII = 'http://www.sii.cl/SiiDte'
export const NS_FIRMA = 'http://www.w3.org/2000/09/xmldsig#'
export const C14N = 'http://www.w3.org/TR/2001/REC-xml-c14n-20010315'
const AJENO = CODIGOS['ENV-2-913']
const VERSION = { version: ['1.0'] }
const RSA_SHA1 = { algoritmo: ['SHA1withRSA'] }

const hoja = (nombre: string, fila: Partial<Fila>, atributos?: Regla['atributos']): Regla => ({
  nombre,
  min: 1,
  max: 1,
  hijos: null,
  ...fila,
  ...(atributos && { atributos }),
})
const grupo = (nombre: string, hijos: Regla[], extra: Partial<Regla> = {}): Regla => ({
  nombre,
  min: 1,
  max: 1,
  hijos,
  ...extra,
})

const RUT: Partial<Fila> = { clase: 'rut' }
const FECHA: Partial<Fila> = { clase: 'fecha' }
const FECHA_HORA: Partial<Fila> = { clase: 'fechaHora' }
const BASE64: Partial<Fila> = { clase: 'base64' }
const FOLIO: Partial<Fila> = { clase: 'entero', digitos: 10, desde: '1' }
const algoritmo = (nombre: string, valores: string[] | null): Regla =>
  grupo(nombre, [], { atributos: { Algorithm: valores } })

/** `ds:Signature`: the SII's restricted profile. DSA, which the XSD also knows, is refused: nobody signs a DTE with it. */
export const FIRMA: Regla = grupo(
  'Signature',
  [
    grupo('SignedInfo', [
      algoritmo('CanonicalizationMethod', [C14N]),
      algoritmo('SignatureMethod', [`${NS_FIRMA}rsa-sha1`]),
      grupo(
        'Reference',
        [
          grupo('Transforms', [algoritmo('Transform', null)], { min: 0 }),
          algoritmo('DigestMethod', [`${NS_FIRMA}sha1`]),
          hoja('DigestValue', BASE64),
        ],
        { atributos: { URI: null } },
      ),
    ]),
    hoja('SignatureValue', BASE64),
    grupo('KeyInfo', [
      grupo('KeyValue', [grupo('RSAKeyValue', [hoja('Modulus', BASE64), hoja('Exponent', BASE64)])]),
      grupo('X509Data', [hoja('X509Certificate', BASE64)]),
    ]),
  ],
  { ns: NS_FIRMA },
)

/** The TED of a document of that root, whose types are `tipos`. */
export function reglaTed(raiz: Raiz, tipos: string[]): Regla {
  const tipo = hoja('TD', { clase: 'entero', valores: tipos })
  const nombre: Partial<Fila> = { clase: 'texto', largoMin: raiz === 'Boleta' ? 0 : 1, largoMax: 40 }
  const monto: Partial<Fila> =
    raiz === 'Exportaciones'
      ? { clase: 'decimal', digitos: 18, decimales: 4, desde: '0' }
      : raiz === 'Liquidacion'
        ? { clase: 'entero', digitos: 18 }
        : { clase: 'entero', desde: '0', hasta: '18446744073709551615' }
  const da = grupo('DA', [
    hoja('RE', RUT),
    hoja('RS', nombre),
    tipo,
    grupo('RNG', [hoja('D', FOLIO), hoja('H', FOLIO)]),
    hoja('FA', FECHA),
    grupo('RSAPK', [hoja('M', BASE64), hoja('E', BASE64)]),
    hoja('IDK', { clase: 'entero', digitos: 18 }),
  ])
  const caf = grupo('CAF', [da, hoja('FRMA', BASE64, RSA_SHA1)], { atributos: VERSION })
  const dd = grupo('DD', [
    hoja('RE', RUT),
    tipo,
    hoja('F', FOLIO),
    hoja('FE', FECHA),
    hoja('RR', RUT),
    hoja('RSR', nombre),
    hoja('MNT', monto),
    hoja('IT1', nombre),
    caf,
    hoja('TSTED', FECHA_HORA),
  ])
  return grupo('TED', [dd, hoja('FRMT', BASE64, RSA_SHA1)], { atributos: VERSION })
}

/** The envelope around the DTEs, which have a table of their own. */
export function reglaSobre(clase: 'EnvioDTE' | 'EnvioBOLETA', maxDte: number): Regla {
  const boleta = clase === 'EnvioBOLETA'
  const tipos = TIPOS.filter(({ sobre }) => sobre === clase).map(({ codigo }) => String(codigo))
  const caratula = grupo(
    'Caratula',
    [
      hoja('RutEmisor', RUT),
      hoja('RutEnvia', RUT),
      hoja('RutReceptor', RUT),
      hoja('FchResol', FECHA),
      hoja('NroResol', { clase: 'entero', digitos: 6, desde: '0' }),
      hoja('TmstFirmaEnv', FECHA_HORA),
      grupo(
        'SubTotDTE',
        [
          hoja('TpoDTE', { clase: 'entero', valores: tipos }),
          hoja('NroDTE', { clase: 'entero', desde: '1' }),
        ],
        {
          max: boleta ? 2 : 20,
        },
      ),
    ],
    { atributos: VERSION },
  )
  const dte = grupo('DTE', [], { max: maxDte })
  const set = grupo('SetDTE', [caratula, dte], {
    atributos: { ID: null },
    abierto: 'Elemento ajeno entre los documentos del envío',
  })
  return grupo(clase, [set, FIRMA], {
    atributos: VERSION,
    abierto: AJENO,
  })
}

/** A DTE: its document and its signature. */
export const reglaDte = (documento: Regla): Regla =>
  grupo('DTE', [documento, FIRMA], { atributos: VERSION, abierto: AJENO })

/** Attribute of the element under DTE that the signature points to. */
export const ATRIBUTO_ID = { ID: null }
