// Finds the content of a received file: an envelope, a lone document, a cession or an answer, at its root or
// within whatever a vendor put around it, be it elements of his own or a text that is XML again (CDATA,
// escaped).

import { type Elemento, hijos, texto } from '../verify/nodo'
import { lineasDe, readXml, XmlFault } from '../verify/xml-reader'

const SOBRES = ['EnvioDTE', 'EnvioBOLETA', 'DTE', 'AEC'] as const
/** Answers between taxpayers, and what the SII mails about an upload. */
export const RESPUESTAS = [
  'RespuestaDTE',
  'EnvioRecibos',
  'RESULTADO_ENVIO',
  'ResultadoConsumoFolios',
] as const
export type ClaseRaiz = (typeof SOBRES)[number] | (typeof RESPUESTAS)[number]

export interface Raiz {
  clase: ClaseRaiz
  elemento: Elemento
  /** The text that `elemento` stands in. */
  texto: string
  /** Line of that text in which an offset stands. */
  lineaDe: (posicion: number) => number
  /** Path of what a vendor put around it; null at the root. */
  envoltorio: string | null
}

/** More than any file has in earnest; a bomb of small elements stops here. */
const ELEMENTOS_MAX = 600_000
const ENVOLTORIOS_MAX = 3
const KNOWN: ReadonlySet<string> = new Set([...SOBRES, ...RESPUESTAS])
const STARTS = /^\s*<(?:\?xml|!--|[A-Za-z_])/

/** Everything of ours in a text; `rara` is called with the line of each processing instruction. Throws XmlFault. */
export function findRaices(xml: string, rara: (linea: number) => void, nivel = 0, around = ''): Raiz[] {
  const instrucciones: number[] = []
  const raiz = readXml(xml, ELEMENTOS_MAX, instrucciones)
  const lineaDe = lineasDe(xml)
  for (const at of instrucciones) rara(lineaDe(at))
  const found: Raiz[] = []
  const look = (elemento: Elemento, path: string): void => {
    if (KNOWN.has(elemento.local)) {
      const clase = elemento.local as ClaseRaiz
      found.push({ clase, elemento, texto: xml, lineaDe, envoltorio: path || around || null })
      return
    }
    const inner = `${path && `${path}/`}${elemento.local}`
    const nested = hijos(elemento)
    for (const one of nested) look(one, inner)
    const own = nested.length ? '' : texto(elemento)
    if (own.length > 100 && STARTS.test(own) && nivel < ENVOLTORIOS_MAX)
      found.push(...inText(own, rara, nivel, inner))
  }
  look(raiz, '')
  return found
}

/** The XML within a text; a text that only looks like it holds nothing. */
function inText(own: string, rara: (linea: number) => void, nivel: number, path: string): Raiz[] {
  try {
    return findRaices(own.trimStart(), rara, nivel + 1, path)
  } catch (fault) {
    if (fault instanceof XmlFault) return []
    throw fault
  }
}
