// A book as it came: the elements of its schema, in their own names (simulator §24).

import { atributo, type Elemento, hijo, hijos, texto, textoEn } from '../../xml/verify/nodo'
import { readXml, XmlFault } from '../../xml/verify/xml-reader'
import { type Firmado, signatureOf } from '../firmado'
import { faultOf } from '../forma'
import { ESQUEMAS } from './esquema'

/** Leaves by their names in the schema, as text; groups as lists of the same. */
export interface Campos {
  [local: string]: string | Campos[]
}

type ClaseLibro = 'VENTA' | 'COMPRA' | 'GUIA'

export interface Libro extends Firmado {
  clase: ClaseLibro
  caratula: Campos
  /** `TotalesPeriodo` of each type; of a book of guides one row. */
  resumen: Campos[]
  detalle: Campos[]
}

const ROOT = /^[^<]*(?:<[?!][^>]*>[^<]*)*<(?:\w+:)?(Libro(?:CompraVenta|Guia))[\s>]/

/** Whether the root of a file is that of a book. */
export const isLibro = (xml: Buffer): boolean => ROOT.test(xml.subarray(0, 2048).toString('latin1'))

/** The text of a leaf; '' where it is absent. */
export const leafOf = (campos: Campos, local: string): string => {
  const value = campos[local]
  return typeof value === 'string' ? value : ''
}

/** The rows of a group; none where it is absent. */
export const rowsOf = (campos: Campos, local: string): Campos[] => {
  const value = campos[local]
  return Array.isArray(value) ? value : []
}

function camposOf(nodo: Elemento | null): Campos {
  const campos: Campos = {}
  for (const one of hijos(nodo)) {
    if (!hijos(one).length) campos[one.local] = texto(one).trim()
    else campos[one.local] = [...rowsOf(campos, one.local), camposOf(one)]
  }
  return campos
}

/** Reads a book; what the schema has against it, as the parser at the door says it, when it is none. */
export function readLibro(xml: Buffer): Libro | { error: string } {
  const text = xml.toString('latin1')
  let root: Elemento
  try {
    root = readXml(text)
  } catch (fault) {
    if (!(fault instanceof XmlFault)) throw fault
    return { error: `LPX-00007: ${fault.message}` }
  }
  const esquema = ESQUEMAS[root.local]
  const location = root.atributos.find(({ nombre }) => nombre.endsWith('schemaLocation'))?.valor ?? ''
  const named = location.trim().split(/\s+/)
  if (!esquema || root.ns !== 'http://www.sii.cl/SiiDte' || named.at(-1) !== esquema.xsd)
    return { error: 'SCH-00001: Invalid Schema Name' }
  const [envio, firma, ...more] = hijos(root)
  if (envio?.local !== 'EnvioLibro' || firma?.local !== 'Signature' || more.length)
    return { error: "LSX-00213: 'EnvioLibro' and 'Signature' are expected, each once" }
  if (atributo(root, 'version') !== '1.0')
    return { error: "LSX-00204: attribute 'version' is missing or not 1.0" }
  const id = atributo(envio, 'ID')
  if (!id) return { error: "LSX-00204: attribute 'ID' is missing" }
  const error = faultOf(envio, esquema.envio)
  if (error) return { error }
  const operacion = textoEn(envio, 'Caratula/TipoOperacion') as 'COMPRA' | 'VENTA' | ''
  const resumen = hijo(envio, 'ResumenPeriodo')
  return {
    clase: operacion || 'GUIA',
    caratula: camposOf(hijo(envio, 'Caratula')),
    resumen: operacion ? hijos(resumen, 'TotalesPeriodo').map(camposOf) : resumen ? [camposOf(resumen)] : [],
    detalle: hijos(envio, 'Detalle').map(camposOf),
    rutEnvia: textoEn(envio, 'Caratula/RutEnvia'),
    id,
    ...signatureOf(firma, text),
  }
}
