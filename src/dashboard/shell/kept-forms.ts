// Forms typed and not sent, kept in this browser (dashboard §7): by person, kind, company and environment.
// The storage is given, so that whoever has none, or a full one, is told and works on.

import { DRAFTS, hasLeft } from './kept'

/** For each kind of form a number, which rises when what was kept before can no longer be read as one. */
const SHAPES = {
  ...{ emision: 2, plantilla: 2, bte: 1, compra: 1, cliente: 1, pedido: 1, producto: 1, serie: 1 },
} as const
const MAX = 50
const DAYS = 30

export type KeptKind = keyof typeof SHAPES

/** `cambio`: the ISO instant of the last change. */
export type Kept<T> = T & { id: string; cambio: string }

/** As `localStorage` is. */
export type FormStorage = Pick<Storage, 'length' | 'key' | 'getItem' | 'setItem' | 'removeItem'>

interface Owner {
  usuario: string
  empresa: string
  ambiente: string
}

export interface KeptForms<T> {
  /** Newest first. */
  list(): Kept<T>[]
  get(id: string): Kept<T> | null
  /** False when the storage is full or shut, or the session is over. */
  put(id: string, value: T): boolean
  remove(id: string): void
}

/** Whoever logs out takes all of them along (`kept.ts`). */
export function createKeptForms<T extends object>(
  storage: FormStorage | null,
  { usuario, empresa, ambiente }: Owner,
  kind: KeptKind,
  now: () => Date,
): KeptForms<T> {
  const prefix = `${DRAFTS}${usuario}:${kind}:${empresa}:${ambiente}:`
  const oldest = (): string => new Date(now().getTime() - DAYS * 86_400_000).toISOString()
  const quietly = <R>(act: () => R, otherwise: R): R => {
    try {
      return act()
    } catch {
      return otherwise
    }
  }
  const get = (id: string): Kept<T> | null =>
    quietly(() => {
      const kept = JSON.parse(storage?.getItem(prefix + id) ?? 'null') as
        | (Kept<T> & { version: number })
        | null
      if (kept?.version !== SHAPES[kind] || kept.cambio < oldest()) return null
      const { version: _, ...rest } = kept
      return rest as unknown as Kept<T>
    }, null)
  const ids = (): string[] =>
    Array.from({ length: storage?.length ?? 0 }, (_, i) => storage?.key(i) ?? '')
      .filter((key) => key.startsWith(prefix))
      .map((key) => key.slice(prefix.length))
  const remove = (id: string): void => quietly(() => storage?.removeItem(prefix + id), undefined)
  const list = (): Kept<T>[] =>
    quietly(ids, [])
      .flatMap((id) => get(id) ?? [])
      .sort((a, b) => b.cambio.localeCompare(a.cambio))
  return {
    get,
    list,
    remove,
    put: (id, value) =>
      quietly(() => {
        if (!storage || hasLeft()) return false
        const kept = list().map((one) => one.id)
        // Those too old, of another shape or unreadable.
        for (const other of ids()) if (!kept.includes(other)) remove(other)
        for (const other of kept.filter((one) => one !== id).slice(MAX - 1)) remove(other)
        const version = SHAPES[kind]
        storage.setItem(prefix + id, JSON.stringify({ version, ...value, id, cambio: now().toISOString() }))
        return true
      }, false),
  }
}

/** The fields of `form` that differ from `first`: the others follow the changes of other people. */
export const writtenOf = <T extends object>(form: T, first: T): Partial<T> =>
  Object.fromEntries(
    Object.entries(form).filter(
      ([key, value]) => JSON.stringify(value) !== JSON.stringify(first[key as keyof T]),
    ),
  ) as Partial<T>
