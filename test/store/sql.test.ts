import { describe, expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const SRC = join(import.meta.dir, '../../src')

/** Prepared statements by the name of their file; one that is long enough has a second beside it, `statements-usados.ts`. */
const HOT = /\/statements(-[a-z]+)?\.ts$/

/** Where SQL stands besides, and why it stays. */
const BESIDES: Record<string, string> = {
  'cli/respaldo-archivo.ts': 'tells a copy which program made it, outside of the store',
  'cli/upgrade-swap.ts': 'reads a database that a newer program may have migrated half, without its tables',
  'cli/integridad.ts': 'reads every table that a file has, which may be damaged or of another version',
  'store/migrate.ts': 'asks a database what was applied to it, before it is known to have our tables',
  'store/trozos.ts': 'keeps the pieces of files for all areas, in a table of the store',
  'store/sellados.ts':
    'walks columns that a list names, and rewrites each value of them when the master key changes',
}

/** Text in quotes or backticks, with the word before it; a template's own expressions count as text. */
const LITERAL = /(\w*)(?:'((?:[^'\\\n]|\\.)*)'|"((?:[^"\\\n]|\\.)*)"|`((?:[^`\\]|\\.)*)`)/g
const STATEMENT =
  /^\s*(SELECT|INSERT (INTO|OR)|UPDATE \S+ (SET|AS)|DELETE FROM|WITH \S+|CREATE (TABLE|INDEX|TRIGGER)|ALTER TABLE|DROP TABLE|FROM [a-z_]+ |\$\{\w+\} (WHERE|AND) )/

const withoutComments = (text: string): string =>
  text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/(^|[^:'"`])\/\/[^\n]*/g, '$1')

/** A table by its name. */
const NAMED = /\b(FROM|JOIN|UPDATE|INTO) (?!json_each\b)[a-z_]+\b/

/** Whether a source writes SQL by itself. What is tagged `sql` is drizzle's, as long as declarations name its tables. */
const hasSql = (source: string): boolean =>
  [...withoutComments(source).matchAll(LITERAL)].some(([, tag, ...texts]) => {
    const text = texts.find((one) => one !== undefined) ?? ''
    return (tag === 'sql' ? NAMED : STATEMENT).test(text)
  })

const files = [...new Bun.Glob('**/*.ts').scanSync(SRC)].filter((file) => !file.startsWith('dashboard/'))

describe('SQL', () => {
  test('is seen in quotes and templates, and not where drizzle builds it', () => {
    expect(hasSql("client.prepare('SELECT 1 FROM job')")).toBe(true)
    expect(hasSql('const all = `\n  SELECT * FROM job`')).toBe(true)
    expect(hasSql('client.prepare<[string]>("UPDATE job SET estado = ?")')).toBe(true)
    expect(hasSql("db.exec('DELETE FROM job')")).toBe(true)
    expect(hasSql('const from = `FROM job j WHERE j.id = ?`')).toBe(true)
    expect(hasSql('sql`EXISTS (SELECT 1 FROM job)`')).toBe(true)
    expect(hasSql(`sql\`SELECT \${job.id} FROM \${job}\``)).toBe(false)
    expect(hasSql(`sql\`id IN (SELECT value FROM json_each(\${ids}))\``)).toBe(false)
    expect(hasSql('db.select().from(job)')).toBe(false)
    expect(hasSql("// 'SELECT 1 FROM job'\n")).toBe(false)
  })

  const found = files.filter((file) => hasSql(readFileSync(join(SRC, file), 'utf8')))

  test('stands in a `statements.ts`, and elsewhere only where a reason is given', () => {
    const besides = found.filter((file) => !HOT.test(file))
    expect(besides.sort()).toEqual(Object.keys(BESIDES).sort())
  })

  // A query that drizzle builds anew costs what a hundred prepared ones do.
  test('of hot statements stands in one file of each area, or of each room', () => {
    const hot = files.filter((file) => HOT.test(file))
    expect(hot.length).toBeGreaterThan(25)
    expect(hot.filter((file) => !found.includes(file))).toEqual([])
    expect(hot.filter((file) => !files.includes(file.replace(/-[a-z]+\.ts$/, '.ts')))).toEqual([])
    expect(
      hot.filter((file) => !/^(areas\/((dte|rcv|folios|recibidos)\/)?|simulator\/)?[^/]+\/[^/]+$/.test(file)),
    ).toEqual([])
  })
})
