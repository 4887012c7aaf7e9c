// What was typed of a version and not saved, kept in this browser: one a company and version that it began from.

import { DRAFTS } from '../shell/kept'
import type { TemplateDraft } from './template-form'

/** Rises when a draft of before can no longer be read as a form. */
const SHAPE = 1
const DAYS = 30

interface KeptTemplate {
  draft: TemplateDraft
  /** ISO instant of the last change. */
  cambio: string
}

/** As `localStorage` is. */
export type TemplateStorage = Pick<Storage, 'length' | 'key' | 'getItem' | 'setItem' | 'removeItem'>

export type TemplateDrafts = ReturnType<typeof createTemplateDrafts>

/** `desde` is the id of the version a draft began from, or empty. Whoever logs out takes all of them along (`kept.ts`). */
export function createTemplateDrafts(
  storage: TemplateStorage | null,
  { usuario, empresa }: { usuario: string; empresa: string },
  now: () => Date,
) {
  const prefix = `${DRAFTS}${usuario}:plantilla:${empresa}:`
  const oldest = (): string => new Date(now().getTime() - DAYS * 86_400_000).toISOString()
  const quietly = <T>(act: () => T, otherwise: T): T => {
    try {
      return act()
    } catch {
      // A storage that is full or shut: work goes on.
      return otherwise
    }
  }
  const get = (desde: string): KeptTemplate | null =>
    quietly(() => {
      const kept = JSON.parse(storage?.getItem(prefix + desde) ?? 'null') as
        | (KeptTemplate & { shape: number })
        | null
      return kept?.shape === SHAPE && kept.cambio >= oldest() ? kept : null
    }, null)
  const names = (): string[] =>
    Array.from({ length: storage?.length ?? 0 }, (_, i) => storage?.key(i) ?? '')
      .filter((key) => key.startsWith(prefix))
      .map((key) => key.slice(prefix.length))
  const remove = (desde: string): void => quietly(() => storage?.removeItem(prefix + desde), undefined)
  return {
    get,
    remove,
    /** Newest first. */
    list: (): (KeptTemplate & { desde: string })[] =>
      quietly(names, [])
        .flatMap((desde) => {
          const kept = get(desde)
          return kept ? [{ ...kept, desde }] : []
        })
        .sort((a, b) => b.cambio.localeCompare(a.cambio)),
    /** False when it could not be kept. */
    put: (desde: string, draft: TemplateDraft): boolean =>
      quietly(() => {
        if (!storage) return false
        // Those too old, of another shape or unreadable.
        for (const name of names()) if (!get(name)) remove(name)
        const kept = { shape: SHAPE, draft, cambio: now().toISOString() }
        storage.setItem(prefix + desde, JSON.stringify(kept))
        return true
      }, false),
  }
}
