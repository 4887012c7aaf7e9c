// Drafts of this browser (dashboard §7): what was typed, kept until it is issued. The storage is given, so that whoever has none, or
// a full one, is told and works on.

import type { TipoDte } from '../../domain/dte/tipos'
import { DRAFTS } from '../shell/kept'
import type { Form } from './form'

/** Rises when a draft of before can no longer be read as a form. */
const VERSION = 2
const MAX = 50
const DAYS = 30

/** The key of the request that is on its way, and of which body it is: sent again unchanged, it issues nothing twice. */
export interface SentKey {
  cuerpo: string
  clave: string
}

export interface Draft {
  id: string
  tipo: TipoDte
  form: Form
  /** ISO instant of the last change. */
  cambio: string
  /** For the list: who it is for. */
  receptor: string
  enviado: SentKey | null
}

/** As `localStorage` is. */
export interface DraftStorage {
  readonly length: number
  key(index: number): string | null
  getItem(key: string): string | null
  setItem(key: string, value: string): void
  removeItem(key: string): void
}

interface Owner {
  usuario: string
  empresa: string
  ambiente: string
}

export interface Drafts {
  /** Newest first. */
  list(): Draft[]
  get(id: string): Draft | null
  /** False when the storage is full or shut. */
  put(draft: Draft): boolean
  remove(id: string): void
}

export function createDrafts(storage: DraftStorage | null, owner: Owner, now: () => Date): Drafts {
  const prefix = `${DRAFTS}${owner.usuario}:${owner.empresa}:${owner.ambiente}:`
  const oldest = (): string => new Date(now().getTime() - DAYS * 86_400_000).toISOString()

  const read = (key: string): Draft | null => {
    try {
      const kept = JSON.parse(storage?.getItem(key) ?? 'null') as (Draft & { version: number }) | null
      if (kept?.version !== VERSION || kept.cambio < oldest()) return null
      const { version: _, ...draft } = kept
      return draft
    } catch {
      return null
    }
  }
  const keys = (): string[] => {
    try {
      return Array.from({ length: storage?.length ?? 0 }, (_, i) => storage?.key(i) ?? '').filter((key) =>
        key.startsWith(prefix),
      )
    } catch {
      return []
    }
  }
  const remove = (id: string): void => {
    try {
      storage?.removeItem(prefix + id)
    } catch {
      // A storage that is shut holds nothing either.
    }
  }
  const list = (): Draft[] =>
    keys()
      .flatMap((key) => read(key) ?? [])
      .sort((a, b) => b.cambio.localeCompare(a.cambio))
  return {
    list,
    get: (id) => read(prefix + id),
    remove,
    put(draft) {
      try {
        if (!storage) return false
        const kept = new Set(list().map(({ id }) => id))
        // Those too old, of another version or unreadable.
        for (const key of keys()) if (!kept.has(key.slice(prefix.length))) storage.removeItem(key)
        kept.delete(draft.id)
        for (const id of [...kept].slice(MAX - 1)) remove(id)
        storage.setItem(prefix + draft.id, JSON.stringify({ version: VERSION, ...draft }))
        return true
      } catch {
        return false
      }
    },
  }
}

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
  const cuerpo = nameOf(body)
  return kept?.cuerpo === cuerpo ? kept : { cuerpo, clave: create() }
}
