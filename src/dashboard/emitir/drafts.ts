// An emission's draft (dashboard §7): what was typed, and the key that it was sent under, kept until it is issued.

import type { TipoDte } from '../../domain/dte/tipos'
import type { Kept } from '../shell/kept-forms'
import type { Form } from './form'

/** The key of the request that is on its way, and of which body it is: sent again unchanged, it issues nothing twice. */
export interface SentKey {
  body: string
  clave: string
}

export interface DraftValue {
  tipo: TipoDte
  form: Form
  /** For the list: who it is for. */
  receptor: string
  enviado: SentKey | null
}

export type Draft = Kept<DraftValue>

/** Names a body in few characters: cyrb53 over its text. Two bodies of one name would only be refused by the API, as one key's. */
export function nameOf(body: unknown): string {
  let [a, b] = [0xdeadbeef, 0x41c6ce57]
  for (const char of JSON.stringify(body)) {
    const code = char.charCodeAt(0)
    a = Math.imul(a ^ code, 2654435761)
    b = Math.imul(b ^ code, 1597334677)
  }
  a = Math.imul(a ^ (a >>> 16), 2246822507) ^ Math.imul(b ^ (b >>> 13), 3266489909)
  b = Math.imul(b ^ (b >>> 16), 2246822507) ^ Math.imul(a ^ (a >>> 13), 3266489909)
  return (4294967296 * (2097151 & b) + (a >>> 0)).toString(36)
}

/** The key to send a body with: the kept one as long as the body is the same. */
export const keyFor = (kept: SentKey | null, body: unknown, create: () => string): SentKey => {
  const name = nameOf(body)
  return kept?.body === name ? kept : { body: name, clave: create() }
}
