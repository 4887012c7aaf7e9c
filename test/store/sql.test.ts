import { describe, expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const SRC = join(import.meta.dir, '../../src')

/** Where hot statements are: prepared SQL, one file an area, because a query that drizzle builds anew costs what a hundred of them do. */
const HOT = [
  'areas/eventos/statements.ts',
  'areas/folios/statements.ts',
  'areas/webhooks/statements.ts',
  'http/statements.ts',
]

/** Where SQL still stands besides, and why. The list only shrinks: a file that has none any more must leave it. */
const because = (reason: string, ...files: string[]) => files.map((file) => [file, reason] as const)
const PENDING: Record<string, string> = Object.fromEntries([
  ...because(
    'the queue and the emission, which were being split while the rest was moved (issue 13, section 1)',
    'areas/dte/canario.ts',
    'areas/dte/documento-store.ts',
    'areas/dte/envio-store.ts',
    'areas/dte/incidente.ts',
    'areas/dte/latencia.ts',
    'areas/dte/linea.ts',
    'areas/dte/reenvio-store.ts',
    'areas/dte/trabajos.ts',
    'areas/folios/por-conciliar.ts',
    'jobs/backlog.ts',
    'jobs/cola.ts',
    'jobs/due.ts',
    'jobs/forget.ts',
    'jobs/ends.ts',
    'jobs/insert.ts',
    'jobs/lease.ts',
    'jobs/list.ts',
    'jobs/rescuer.ts',
    'jobs/trim.ts',
    'jobs/update.ts',
  ),
  ...because(
    'accepts or lists documents; to be one file of statements with the rest of its area',
    'areas/dte/anulaciones.ts',
    'areas/dte/busqueda.ts',
    'areas/dte/cuota.ts',
    'areas/dte/duplicado.ts',
    'areas/dte/emisor.ts',
    'areas/dte/guia-store.ts',
    'areas/dte/programada-store.ts',
    'areas/dte/referencias.ts',
    'areas/dte/saldos.ts',
  ),
  ...because(
    'the simulator, whose statements are all hot in a bench; to be one file of its own',
    'simulator/api-emitir.ts',
    'simulator/autenticacion.ts',
    'simulator/cafs.ts',
    'simulator/contribuyentes.ts',
    'simulator/fallas.ts',
    'simulator/libro-busqueda.ts',
    'simulator/libro.ts',
    'simulator/reclamo.ts',
    'simulator/reloj.ts',
  ),
  ...because(
    'reads a copy that may be damaged, or of another version, where a query that names every column would fail',
    'cli/carpeta.ts',
    'cli/cola.ts',
    'cli/conciliacion.ts',
    'cli/doctor-datos.ts',
    'cli/doctor.ts',
    'cli/integridad.ts',
    'cli/marca.ts',
    'cli/verificar-datos.ts',
  ),
  ...because(
    'asks a database what was applied to it, before there are tables to speak of',
    'store/migrate.ts',
  ),
  ...because('walks columns that a list names', 'store/sellados.ts'),
  ...because('reads one row before the key is known to be right', 'store/store.ts'),
])

/** What stands in quotes or backticks, with what stands before it; a template's own expressions count as text. */
const LITERAL = /(\w*)(?:'((?:[^'\\\n]|\\.)*)'|"((?:[^"\\\n]|\\.)*)"|`((?:[^`\\]|\\.)*)`)/g
const STATEMENT =
  /^\s*(SELECT|INSERT (INTO|OR)|UPDATE \S+ (SET|AS)|DELETE FROM|WITH \S+|CREATE (TABLE|INDEX|TRIGGER)|ALTER TABLE|DROP TABLE|FROM [a-z_]+ |\$\{\w+\} (WHERE|AND) )/

const withoutComments = (text: string): string =>
  text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/(^|[^:'"`])\/\/[^\n]*/g, '$1')

/** Whether a source writes SQL by itself. What is tagged `sql` names declared columns: drizzle's. */
const hasSql = (source: string): boolean =>
  [...withoutComments(source).matchAll(LITERAL)].some(
    ([, tag, ...texts]) => tag !== 'sql' && STATEMENT.test(texts.find((text) => text !== undefined) ?? ''),
  )

const files = [...new Bun.Glob('**/*.ts').scanSync(SRC)].filter((file) => !file.startsWith('dashboard/'))

describe('SQL', () => {
  test('is seen in quotes and templates, and not where drizzle builds it', () => {
    expect(hasSql("client.prepare('SELECT 1 FROM job')")).toBe(true)
    expect(hasSql('const all = `\n  SELECT * FROM job`')).toBe(true)
    expect(hasSql('client.prepare<[string]>("UPDATE job SET estado = ?")')).toBe(true)
    expect(hasSql("db.exec('DELETE FROM job')")).toBe(true)
    expect(hasSql('const from = `FROM job j WHERE j.id = ?`')).toBe(true)
    expect(hasSql('sql`SELECT id FROM job`')).toBe(false)
    expect(hasSql('db.select().from(job)')).toBe(false)
    expect(hasSql("// 'SELECT 1 FROM job'\n")).toBe(false)
  })

  test('stands in one file an area, and elsewhere only where a reason is given', () => {
    const found = files.filter((file) => hasSql(readFileSync(join(SRC, file), 'utf8')))
    expect(found.sort()).toEqual([...HOT, ...Object.keys(PENDING)].sort())
  })

  test('of hot statements stands in one file of each area', () => {
    expect(new Set(HOT.map((file) => file.replace(/\/[^/]*$/, ''))).size).toBe(HOT.length)
  })
})
