import { describe, expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const SRC = join(import.meta.dir, '../../src')

/**
 * Where hot statements are: prepared SQL, one file an area, or one a room of the area that has rooms, because a query that
 * drizzle builds anew costs what a hundred of them do.
 */
const HOT = [
  'areas/acuse/statements.ts',
  'areas/bte/statements.ts',
  'areas/clientes/statements.ts',
  'areas/compras-internacionales/statements.ts',
  'areas/dte/aceptar/statements.ts',
  'areas/dte/documento/statements.ts',
  'areas/dte/envio/statements.ts',
  'areas/dte/referencias/statements.ts',
  'areas/eventos/statements.ts',
  'areas/folios/sii/statements.ts',
  'areas/folios/statements.ts',
  'areas/rcof/statements.ts',
  'areas/recibidos/buzon/statements.ts',
  'areas/rcv/cuadratura/statements.ts',
  'areas/rcv/statements.ts',
  'areas/rcv/sync/statements.ts',
  'areas/recibidos/intercambio/statements.ts',
  'areas/recibidos/statements.ts',
  'areas/trabajos/statements.ts',
  'areas/webhooks/statements.ts',
  'http/statements.ts',
  'jobs/statements.ts',
  'simulator/bte/statements.ts',
  'simulator/contribuyente/statements.ts',
  'simulator/correo/statements.ts',
  'simulator/folios/statements.ts',
  'simulator/portal/statements.ts',
  'simulator/registro/statements.ts',
  'simulator/rcof/statements.ts',
  'simulator/statements.ts',
  'simulator/vecinos/statements.ts',
]

/** Where SQL stands besides, and why it stays. */
const BESIDES: Record<string, string> = {
  'cli/respaldo.ts': 'tells a copy which program made it, outside of the store',
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

  test('stands in one file an area, and elsewhere only where a reason is given', () => {
    const found = files.filter((file) => hasSql(readFileSync(join(SRC, file), 'utf8')))
    expect(found.sort()).toEqual([...HOT, ...Object.keys(BESIDES)].sort())
  })

  test('of hot statements stands in one file of each area, or of each room', () => {
    expect(HOT.filter((file) => !file.endsWith('/statements.ts'))).toEqual([])
    expect(
      HOT.filter((file) => !/^(areas\/((dte|rcv|folios|recibidos)\/)?|simulator\/)?[^/]+\/[^/]+$/.test(file)),
    ).toEqual([])
  })
})
