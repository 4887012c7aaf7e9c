// The keys of a `Dte`: camelCase of our names, and the way back to them.

import { BLOQUES, NOMBRES, TAGS_BOLETA } from './nombres'

export const camel = (snake: string): string => {
  const key = snake.replace(/_([a-z0-9])/g, (_, c: string) => c.toUpperCase())
  return key[0]!.toLowerCase() + key.slice(1)
}

export const snake = (key: string): string => key.replace(/[A-Z]/g, (c) => `_${c.toLowerCase()}`)

const KEY_BY_TAG = new Map(
  [...Object.entries(NOMBRES), ['', BLOQUES] as const].map(([block, names]) => [
    block,
    new Map(Object.entries(names).map(([name, tag]) => [tag, camel(name)])),
  ]),
)
const CANONICAL = new Map(Object.entries(TAGS_BOLETA).map(([tag, boleta]) => [boleta, tag]))

/** The key that a tag of a block has in a `Dte`: ours when it has one, else the tag itself. `block` '' is the document. */
export function keyOfTag(block: string, tag: string): string {
  const keys = KEY_BY_TAG.get(block)
  return keys?.get(tag) ?? keys?.get(CANONICAL.get(tag) ?? '') ?? tag
}
