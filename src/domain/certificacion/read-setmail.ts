// The SII's mail with the result of a set's review (areas/certificacion §4). Its exact bytes are known of few: labels are looked for
// without accents or case, and a mail that does not say its result is none.

import { parseRut } from '../rut'
import { foldText } from '../texto'

interface Setmail {
  resultado: 'SOK' | 'SRH'
  /** The number of attention; null where the mail names none. */
  atencion: string | null
  /** The envelope, without zeros in front; null where the mail names none. */
  trackId: string | null
  /** The company; null where the mail names none. */
  rut: string | null
  /** The reasons, one a line; empty of a good set. */
  glosa: string
}

const GLOSA_MAX = 10_000

export const isSetmail = (asunto: string): boolean => /^\s*(?:(?:re|fwd?|rv):\s*)*SETMAIL/i.test(asunto)

const numberAfter = (label: RegExp, plain: string): string | null => {
  const found = label.exec(plain)?.[1]
  return found ? found.replace(/^0+(?=\d)/, '') : null
}

/** Reads one; null for a mail that is none, or tells no result. */
export function readSetmail(asunto: string, texto: string): Setmail | null {
  if (!isSetmail(asunto)) return null
  const lines = texto.split(/\r?\n/).map((line) => line.trim())
  const plain = lines.map(foldText)
  const at = plain.findIndex((line) => /\b(?:sok|srh)\b/.test(line))
  if (at < 0) return null
  const resultado = /\bsok\b/.test(plain[at]!) ? 'SOK' : 'SRH'
  const all = plain.join('\n')
  const rut = /\brut\b[^\d\n]{0,40}(\d[\d.]{5,11}-?[\dk])/.exec(all)?.[1]
  return {
    resultado,
    atencion:
      numberAfter(/\batencion\b[^\d\n]{0,20}(\d{3,12})/, all) ??
      numberAfter(/^\s*(?:\w+:\s*)*setmail0*(\d{3,12})/, foldText(asunto)),
    trackId: numberAfter(/\b(?:envio|track ?id|identificador)\b[^\d\n]{0,20}(\d{1,15})/, all),
    rut: rut ? parseRut(rut) : null,
    glosa:
      resultado === 'SOK'
        ? ''
        : lines
            .slice(at + 1)
            .filter(Boolean)
            .join('\n')
            .slice(0, GLOSA_MAX),
  }
}
