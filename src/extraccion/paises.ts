// Countries by the names that English, Spanish and Portuguese have for them, from the tables of the runtime.

import { isPais } from '../domain/codigos-iso'
import { fold } from './plano'

/** Said of themselves, and in no table. */
const OTROS: Record<string, string> = {
  usa: 'US',
  'u.s.a.': 'US',
  'u.s.': 'US',
  'united states of america': 'US',
  'ee.uu.': 'US',
  eeuu: 'US',
  eua: 'US',
  uk: 'GB',
  'u.k.': 'GB',
  england: 'GB',
  scotland: 'GB',
  wales: 'GB',
  'northern ireland': 'GB',
  inglaterra: 'GB',
  holland: 'NL',
  'the netherlands': 'NL',
  holanda: 'NL',
  'republic of ireland': 'IE',
  'czech republic': 'CZ',
  'republica checa': 'CZ',
  korea: 'KR',
  'republic of korea': 'KR',
  uae: 'AE',
  'hong kong': 'HK',
  deutschland: 'DE',
  turkey: 'TR',
}

let names: Map<string, string> | undefined

function load(): Map<string, string> {
  const found = new Map<string, string>()
  const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'
  for (const language of ['en', 'es', 'pt']) {
    const table = new Intl.DisplayNames([language], { type: 'region', fallback: 'none' })
    for (const a of LETTERS) {
      for (const b of LETTERS) {
        const name = isPais(a + b) ? table.of(a + b) : undefined
        if (name) found.set(fold(name), a + b)
      }
    }
  }
  for (const [name, code] of Object.entries(OTROS)) found.set(name, code)
  return found
}

/** The country whose name a text is; null when it is none's. */
function paisOf(texto: string): string | null {
  names ??= load()
  return (
    names.get(
      fold(texto)
        .trim()
        .replace(/^[,;(]|[,;.)]$/g, '')
        .trim(),
    ) ??
    names.get(fold(texto).trim()) ??
    null
  )
}

/** The country that the end of a line names: `Seattle, WA 98101, United States`. */
export function paisAtEnd(linea: string): string | null {
  const words = linea.trim().split(/\s+/)
  for (let n = Math.min(5, words.length); n > 0; n--) {
    // A word of two letters alone is a state or a title, unless it is UK.
    const tail = words.slice(-n).join(' ')
    if (tail.length < 3 && !/^UK$/.test(tail)) continue
    const before = words.at(-n - 1)
    const apart = before === undefined || tail.startsWith('(') || /[,;|·\-–\d)]$/.test(before)
    if (!apart && n < words.length) continue
    const code = paisOf(tail)
    if (code) return code
  }
  return null
}

/** All the folded names of a country; none for a code that is no country's. */
export function nombresDe(code: string): string[] {
  names ??= load()
  return [...names].filter(([, one]) => one === code).map(([name]) => name)
}

/** By a code of two letters, or by a name; null for neither. */
export function paisNamed(texto: string): string | null {
  const text = texto.trim()
  return isPais(text) ? text : text.length > 2 || /^UK$/.test(text) ? paisOf(text) : null
}
