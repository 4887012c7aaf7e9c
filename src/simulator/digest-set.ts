// The digest of SetDTE in pieces: canonicalising a long envelope at once would hold the event loop for tens of milliseconds.
// A canonical form is the concatenation of those of its children, so each DTE is done by itself, in its place.

import { createHash } from 'node:crypto'
import { canonicalize, inheritedAmbito } from '../xml/verify/canonical'
import type { Elemento } from '../xml/verify/nodo'
import { parseSobre, type SobreLeido } from '../xml/verify/parse-sobre'
import { type Pause, type Recorte, readDte, readMarco } from './recorte'

const END = '</SetDTE>'
const BLANK = /^\s*$/

/** The frame of an envelope, read with its first document, and the base64 SHA-1 of its whole canonical SetDTE. */
export async function digestSet(
  recorte: Recorte,
  pause: Pause,
): Promise<{ marco: SobreLeido; digest: string | undefined }> {
  const { texto, dtes } = recorte
  const marco = readMarco(recorte)
  const set = marco?.setDte
  const at = set?.hijos.findIndex((hijo) => typeof hijo !== 'string' && hijo.local === 'DTE') ?? -1
  const gaps = dtes.slice(1).map(({ inicio }, i) => texto.slice(dtes[i]!.fin, inicio))
  // Comments or anything else between two documents: rare enough to be read whole.
  if (!marco || !set || at < 0 || gaps.some((gap) => !BLANK.test(gap)))
    return { marco: parseSobre(Buffer.from(texto, 'latin1')), digest: undefined }

  const head = canonicalOf(set, set.hijos.slice(0, at))
  const empty = canonicalOf(set, [])
  const inside = (hijos: Elemento['hijos'], of: Elemento) => canonicalOf(of, hijos).slice(empty.length)
  const hash = createHash('sha1').update(head, 'utf8')
  for (const indice of dtes.keys()) {
    await pause()
    const dte = indice === 0 ? { dte: marco.dtes[0]!, sobre: marco } : readDte(recorte, indice)
    if (!dte?.sobre.setDte) return { marco, digest: '' }
    hash.update(inside([dte.dte.nodo], dte.sobre.setDte), 'utf8')
    hash.update((gaps[indice] ?? '').replace(/\r\n?/g, '\n'), 'utf8')
  }
  hash.update(inside(set.hijos.slice(at + 1), set), 'utf8').update(END)
  return { marco, digest: hash.digest('base64') }
}

/** SetDTE with those children alone, in its place in the file, without its end tag. */
function canonicalOf(set: Elemento, hijos: Elemento['hijos']): string {
  const whole = canonicalize({ ...set, hijos }, inheritedAmbito(set))
  return whole.slice(0, whole.length - END.length)
}
