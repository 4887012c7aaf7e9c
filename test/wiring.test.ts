// Services are made in the order in which they need one another (architecture): what is used stands above, so the wiring reads
// from the top. What an earlier one is to hear of a later one it is told afterwards, by a call.

import { describe, expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const ROOT = join(import.meta.dir, '..')
const WIRING = [
  ...['src/api.ts', 'src/services.ts', 'src/shared.ts'],
  ...new Bun.Glob('src/areas/*/create.ts').scanSync(ROOT),
].sort()

/** Comments and texts hold words that name nothing. */
const bare = (text: string): string =>
  text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/\/\/[^\n]*|'[^'\n]*'|`[^`]*`/g, '')

/** The names that a function of the file uses above the line that makes them, as `function: name`. */
function usedTooEarly(text: string): string[] {
  const found: string[] = []
  for (const [body, name] of bare(text).matchAll(/^export (?:async )?function (\w+)[\s\S]*?^}/gm)) {
    for (const made of body.matchAll(/^ {2}(?:const|let|function) (\w+|\{[^}]*\})/gm)) {
      const names = [...made[1]!.matchAll(/(\w+)\s*(?:[,}]|$)/g)].map(([, word]) => word!)
      const above = body.slice(0, made.index)
      for (const word of names)
        if (new RegExp(`(?<![.\\w])${word}(?!\\w|\\??:)`).test(above.slice(above.indexOf('{\n'))))
          found.push(`${name}: ${word}`)
    }
  }
  return found
}

describe('the wiring', () => {
  test('makes each service before it is used, in the wiring and in every area', () => {
    expect(WIRING.length).toBeGreaterThan(5)
    const early = WIRING.flatMap((file) =>
      usedTooEarly(readFileSync(join(ROOT, file), 'utf8')).map((one) => `${file}, ${one}`),
    )
    expect(early).toEqual([])
  })

  test('is read so that a use above the making is found, in a callback too, and a key or a member is none', () => {
    const text = `export function createAll(deps: Deps) {
  const { store } = deps
  const queue = { wake: () => runner.wake() } // runner
  const a = createA({ store, copias: deps.copias, log: 'copias' })
  const { copias, kinds: all } = createCopias({ a })
  const runner = createRunner({ copias, all })
  return { runner }
}
`
    expect(usedTooEarly(text)).toEqual(['createAll: runner'])
    expect(usedTooEarly(text.replace('deps.copias', 'copias'))).toEqual([
      'createAll: copias',
      'createAll: runner',
    ])
  })
})
