// Comments cite the documents that the code obeys: `http §7` is section 7 of src/http/README.md. Nobody outside can follow a citation
// of anything that is not in the tree.

import { describe, expect, test } from 'bun:test'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

const ROOT = join(import.meta.dir, '..')
const tracked = Bun.spawnSync(['git', 'ls-files'], { cwd: ROOT })
  .stdout.toString()
  .split('\n')
  .filter(Boolean)
const textOf = (path: string): string => readFileSync(join(ROOT, path), 'utf8')

const readmes = tracked.filter((path) => /(^|\/)README\.md$/.test(path) && existsSync(join(ROOT, path)))

/** The room of a README: `http` of src/http/README.md, `src` of src/README.md. */
const roomOf = (path: string): string => dirname(path).replace(/^src\/(?=.)/, '')

/** The numbers of a README's headings. */
const sectionsOf = (text: string): Set<string> =>
  new Set([...text.matchAll(/^#{2,5} (\d+(?:\.\d+)*)\.? /gm)].map((match) => match[1]!))

/** Public sources that everybody can find. */
const PUBLIC = /\b(?:RFC \d+|ISO [\d-]+|X\.\d+|WCAG [\d.]+|WebAuthn Level 3|XML 1\.0|file format of SQLite)$/

/** Where a comment goes on in its next line. */
const unwrapped = (text: string): string => text.replace(/\s*\n\s*(?:\/\/|\*|--|#)?\s*/g, ' ')

/** The citations of a text that lead nowhere. `rooms` are the sections of each. */
function lost(text: string, rooms: ReadonlyMap<string, ReadonlySet<string>>): string[] {
  const bad: string[] = []
  const plain = unwrapped(text)
  let before: { end: number; sections: ReadonlySet<string> | 'public' } | undefined
  for (const match of plain.matchAll(/§(\d+(?:\.\d+)*)?/g)) {
    const lead = plain.slice(Math.max(0, match.index - 60), match.index).replace(/,? ?$/, '')
    const room = [...rooms.keys()].filter((name) => new RegExp(`(^|[^\\w/-])${name}$`).test(lead)).at(-1)
    // `http §1, §6 and §7`, `xml §2–4` are of one room.
    const goesOn = before && /^(?:[\s,;–-]|and|to|or)*$/.test(plain.slice(before.end, match.index))
    const sections = room ? rooms.get(room)! : PUBLIC.test(lead) ? 'public' : goesOn && before!.sections
    const found = sections === 'public' || (sections && match[1] !== undefined && sections.has(match[1]))
    if (!found) bad.push(`${lead.slice(-30)} ${match[0]}`.trim())
    before = sections ? { end: match.index + match[0].length, sections } : undefined
  }
  return bad
}

describe('the reader of citations', () => {
  const rooms = new Map([
    ['http', new Set(['1', '7', '7.2'])],
    ['domain/dte', new Set(['3'])],
  ])

  test('follows a room, a list of sections, a wrapped line, and public standards', () => {
    expect(lost('// as http §7.2, §1 and §7 say (domain/dte §3)', rooms)).toEqual([])
    expect(lost('// the answer (http\n  // §7); RFC 9110 §15.5.2', rooms)).toEqual([])
  })

  test('misses a section, a room, a document of elsewhere, and a number that stands alone', () => {
    expect(lost('// http §8', rooms)).toEqual(['// http §8'])
    expect(lost('// contract §7', rooms)).toEqual(['// contract §7'])
    expect(lost('// by the rate (§7)', rooms)).toEqual(['// by the rate ( §7'])
    expect(lost('// http §1; by the rate §7', rooms)).toHaveLength(1)
  })
})

describe('citations', () => {
  const rooms = new Map(
    readmes.filter((path) => path.startsWith('src/')).map((path) => [roomOf(path), sectionsOf(textOf(path))]),
  )
  const code = tracked.filter(
    (path) =>
      /^(src|test)\/.*\.(tsx?|css|mjs)$/.test(path) &&
      path !== 'test/citations.test.ts' &&
      existsSync(join(ROOT, path)),
  )
  /** Pages of characters and texts of customers: the sign stands there for itself. */
  const AS_CHARACTER = /old-encodings|pagina-codigos|leer-escpos/

  test('lead to a section of a README in the tree', () => {
    const bad = code
      .filter((path) => !AS_CHARACTER.test(path))
      .flatMap((path) => lost(textOf(path), rooms).map((one) => `${path}: ${one}`))
    expect(bad).toEqual([])
  })

  test('of files lead to files: in comments, and in the links of every README', () => {
    const names = new Set(tracked.map((path) => path.split('/').at(-1)))
    const mentioned = code.flatMap((path) =>
      [...textOf(path).matchAll(/(?:\/\/|\*) [^\n]*?\b([\w-]+\.md)\b/g)]
        .filter((match) => !names.has(match[1]!))
        .map((match) => `${path}: ${match[1]}`),
    )
    const links = readmes.flatMap((path) =>
      [...textOf(path).matchAll(/\]\((?!https?:|#|mailto:)([^)#]+)/g)]
        .filter((match) => !existsSync(join(ROOT, dirname(path), match[1]!)))
        .map((match) => `${path}: ${match[1]}`),
    )
    const paths = readmes.flatMap((path) =>
      [...textOf(path).matchAll(/`((?:src|test|migrations)\/[\w./-]+)`/g)]
        .filter((match) => !existsSync(join(ROOT, match[1]!)))
        .map((match) => `${path}: ${match[1]}`),
    )
    expect([...mentioned, ...links, ...paths]).toEqual([])
  })

  test('are of no numbered issue: those are kept nowhere in the tree', () => {
    expect(code.filter((path) => /\bissue \d+\b/.test(textOf(path)))).toEqual([])
  })

  test('every section of a README that is numbered has a number of its own', () => {
    const twice = readmes.flatMap((path) => {
      const all = [...textOf(path).matchAll(/^#{2,5} (\d+(?:\.\d+)*)\.? /gm)].map((match) => match[1]!)
      return all.filter((number, i) => all.indexOf(number) !== i).map((number) => `${path}: ${number}`)
    })
    expect(twice).toEqual([])
  })
})
