// Cuts an envelope into its frame and its documents without reading it whole: the SII judges each DTE by the text cut out
// of the file (xml §3.2), and small pieces keep a long envelope from holding the event loop.

import { type DteLeido, parseSobre, type SobreLeido } from '../xml/verify/parse-sobre'
import { createScanner, localName } from './scanner'

export type ClaseSobre = 'EnvioDTE' | 'EnvioBOLETA'

export interface Recorte {
  sobre: ClaseSobre
  /** One character a byte. */
  texto: string
  /** Where each DTE stands, as offsets of bytes, and how many lines lie between the first DTE and it. */
  dtes: { inicio: number; fin: number; lineas: number }[]
}

/** Lets the event loop turn. */
export type Pause = () => Promise<void>

/** About 3 ms of scanning. */
const SLICE = 256 * 1024

/**
 * The places of the documents in an envelope. Throws XmlFault when the file is not well formed; `sobre` is null when its
 * root is no envelope of documents.
 */
export async function cutSobre(
  bytes: Buffer,
  pause: Pause,
): Promise<Recorte | { sobre: null; raiz: string; texto: string }> {
  const texto = bytes.toString('latin1')
  const dtes: Recorte['dtes'] = []
  let raiz = ''
  let inSet = false
  let from = 0
  const scanner = createScanner(texto, {
    open(name, _attributes, depth, at) {
      if (depth === 1) raiz = localName(name)
      if (depth === 2) inSet = localName(name) === 'SetDTE'
      if (depth === 3) from = at
    },
    close(name, depth, _at, to) {
      if (depth !== 3 || !inSet || localName(name) !== 'DTE') return
      const previous = dtes.at(-1)
      const lineas = previous ? previous.lineas + countLines(texto, previous.inicio, from) : 0
      dtes.push({ inicio: from, fin: to, lineas })
    },
  })
  while (!scanner.run(SLICE)) await pause()
  return raiz === 'EnvioDTE' || raiz === 'EnvioBOLETA'
    ? { sobre: raiz, texto, dtes }
    : { sobre: null, raiz, texto }
}

/**
 * The frame around the documents, read with the first one inside (a frame without any would be another fault). Null
 * when it has none.
 */
export function readMarco(recorte: Recorte): SobreLeido | null {
  const [first, last] = [recorte.dtes[0], recorte.dtes.at(-1)]
  if (!first || !last) return null
  return parse(recorte.texto.slice(0, first.fin) + recorte.texto.slice(last.fin))
}

interface Leido {
  dte: DteLeido
  sobre: SobreLeido
}

/** Documents that were read, as long as their envelope is at hand: one is digested with its set and then judged. */
const leidos = new WeakMap<Recorte, Map<number, Leido>>()
/** The most documents kept of an envelope: two hundred are all of one of ours, and some thirty megabytes. */
const LEIDOS_MAX = 200

/** One document, read inside its envelope's frame; line numbers are those of the file. Nobody may write to it. */
export function readDte(recorte: Recorte, indice: number): Leido | null {
  let known = leidos.get(recorte)
  if (!known) {
    known = new Map()
    leidos.set(recorte, known)
  }
  const leido = known.get(indice) ?? readAnew(recorte, indice)
  if (leido && known.size < LEIDOS_MAX) known.set(indice, leido)
  return leido
}

function readAnew(recorte: Recorte, indice: number): Leido | null {
  const { texto, dtes } = recorte
  const [place, first, last] = [dtes[indice], dtes[0], dtes.at(-1)]
  if (!place || !first || !last) return null
  const sobre = parse(
    texto.slice(0, first.inicio) +
      '\n'.repeat(place.lineas) +
      texto.slice(place.inicio, place.fin) +
      texto.slice(last.fin),
  )
  const dte = sobre.dtes[0]
  return dte ? { dte: { ...dte, indice }, sobre } : null
}

const parse = (texto: string): SobreLeido => parseSobre(Buffer.from(texto, 'latin1'))

function countLines(texto: string, from: number, to: number): number {
  let count = 0
  for (let i = texto.indexOf('\n', from); i >= 0 && i < to; i = texto.indexOf('\n', i + 1)) count++
  return count
}
