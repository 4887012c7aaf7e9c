// `q`: what it finds, that it finds it however many documents there are, and what it walks to find it (http §10.2).

import { describe, expect, test } from 'bun:test'
import { drizzle } from 'drizzle-orm/better-sqlite3'
import { createSearch } from '../../../src/areas/dte'
import { parseRut } from '../../../src/domain/rut'
import { emitRefused } from '../../support/emision'
import { boleta, factura, RECEPTOR } from '../../support/emisor'
import { type CompanyApp, testAppWithFolios } from '../../support/test-app'

interface Fila {
  tipo_dte: number
  folio: number
  rut_receptor: string
  razon_social_receptor: string | null
  referencia_externa: string | null
}

const plain = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

/** The meaning of a search, without any index. */
function means(q: string, d: Fila): boolean {
  const text = q.normalize('NFC').trim()
  const rut = parseRut(text)
  const has = (value: string | null) => value !== null && plain(value).includes(plain(text))
  return (
    d.rut_receptor === rut ||
    d.rut_receptor.toLowerCase().startsWith(text.toLowerCase()) ||
    has(d.razon_social_receptor) ||
    has(d.referencia_externa) ||
    (/^\d{1,10}$/.test(text) && d.folio === Number(text))
  )
}

const RECEPTORES = [
  { rut: '96790240-3', razon_social: 'Minera 100% Cobre SpA' },
  { rut: '76192083-9', razon_social: 'Ferretería ÑUBLE Ltda.' },
  { rut: '78123450-8', razon_social: 'Østergård & Söhne [Chile] *' },
  { rut: '9123453-K', razon_social: "O'Higgins 96790 Ltda" },
]
const REFERENCIAS = ['pedido-1', 'PEDIDO_12', 'Ñandú 100%', '96790', undefined]

/** Documents of every receiver with every reference, one whose folio was freed, and another company's. */
async function varied(): Promise<CompanyApp> {
  const app = await testAppWithFolios()
  for (const receptor of RECEPTORES)
    for (const referencia_externa of REFERENCIAS) {
      const body = factura({ receptor: { ...RECEPTOR, ...receptor }, referencia_externa })
      const { status } = await app.post('/v1/dte/emitir', body, app.tenant.key)
      expect(status).toBe(202)
    }
  await app.post('/v1/dte/emitir', boleta())
  await app.settle()
  const freed = await emitRefused(app, factura({ referencia_externa: 'pedido-libre' }))
  expect((await app.post(`/v1/dte/emision/${freed}/descartar`, {})).status).toBe(200)
  return app
}

/** The documents of `app` many times over, each copy with folio and reference of its own. */
function multiply(app: CompanyApp, copies: number): void {
  const { client } = app.store
  client.pragma('foreign_keys = OFF')
  for (const table of ['job', 'documento']) {
    const names = (client.pragma(`table_info(${table})`) as { name: string }[]).map(({ name }) => name)
    const changed: Record<string, string> = {
      id: "id || '-' || n",
      job_id: "job_id || '-' || n",
      // Far apart, so that they are in many slices of a walk.
      folio: 'folio + n * 1000',
      busqueda: "busqueda || '-' || n",
      referencia_externa: "referencia_externa || '-' || n",
      clave: 'NULL',
    }
    client.exec(
      `WITH RECURSIVE k(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM k WHERE n < ${copies})
       INSERT INTO ${table} (${names})
       SELECT ${names.map((name) => changed[name] ?? name)} FROM k, ${table}
       WHERE ${table === 'documento' ? "folio_estado <> 'libre'" : 'true'}`,
    )
  }
}

const all = (app: CompanyApp): Fila[] =>
  app.store.client
    .prepare("SELECT * FROM documento WHERE empresa_id = ? AND folio_estado <> 'libre'")
    .all(app.tenant.empresaId) as Fila[]

const nameOf = ({ tipo_dte, folio }: Fila): string => `${tipo_dte}/${folio}`

/** Everything that a query finds, read to its end. */
async function found(app: CompanyApp, query: string): Promise<{ total: number; names: string[] }> {
  const names: string[] = []
  let total = 0
  for (let path: string | null = `/v1/documentos?cursor=&limite=100&${query}`; path; ) {
    const { status, body } = await app.get(path)
    expect(status).toBe(200)
    total = body.paginacion.total
    names.push(...body.data.map(nameOf))
    path = body.paginacion.siguiente
  }
  return { total, names: names.sort() }
}

const TEXTS = [
  ...[
    'n',
    'ñ',
    'Ñu',
    'nub',
    'ltda',
    'LTDA.',
    'ferreteria n',
    'Ø',
    'o',
    'ostergard',
    'söhne [',
    '*',
    '[',
    '?',
  ],
  ...[
    '%',
    '_',
    '100%',
    'pedido',
    'pedido_',
    'pedido-1',
    'do-1',
    'libre',
    '12',
    '1',
    '7',
    '96790',
    '96790240',
  ],
  ...[
    '96790240-3',
    '96.790.240-3',
    '9123453-k',
    '9123453k',
    '967902403x',
    "o'h",
    'cobre spa pedido',
    'zzz',
    'a b',
  ],
]

describe('q', () => {
  let shared: Promise<CompanyApp> | undefined
  test.each(TEXTS)('finds by «%s» what it means, no more and no less', async (q) => {
    shared ??= varied()
    const app = await shared
    const expected = all(app)
      .filter((d) => means(q, d))
      .map(nameOf)
      .sort()
    expect(await found(app, `q=${encodeURIComponent(q)}`)).toEqual({
      total: expected.length,
      names: expected,
    })
  })

  test('keeps to two texts that stand beside each other: no match begins in one and ends in the other', async () => {
    const app = await varied()
    const q = encodeURIComponent('cobre spa\npedido')
    expect((await app.get(`/v1/documentos?q=${q}`)).body.data).toEqual([])
  })

  test('finds the same among thousands, be they few or nearly all, with other filters and without', async () => {
    const app = await varied()
    multiply(app, 120)
    const rows = all(app)
    expect(rows.length).toBeGreaterThan(2400)
    for (const [query, holds] of [
      ['q=ltda', (d: Fila) => means('ltda', d)],
      ['q=pedido-1-77', (d: Fila) => means('pedido-1-77', d)],
      ['q=o&tipo_dte=33', (d: Fila) => means('o', d) && d.tipo_dte === 33],
      ['q=o&tipo_dte=39,39', (d: Fila) => means('o', d) && d.tipo_dte === 39],
      ['q=ltda&folio_hasta=50000', (d: Fila) => means('ltda', d) && d.folio <= 50_000],
      ['q=pedido-1-7&folio_hasta=50000', (d: Fila) => means('pedido-1-7', d) && d.folio <= 50_000],
      ['q=ltda&estado_sii=aceptado,no_enviado', (d: Fila) => means('ltda', d)],
      ['q=ltda&estado=failed', () => false],
      ['q=pedido-1-7&estado=completed,pending', (d: Fila) => means('pedido-1-7', d)],
    ] as const) {
      const names = rows.filter(holds).map(nameOf).sort()
      expect({ query, ...(await found(app, query)) }).toEqual({ query, total: names.length, names })
    }
  })

  test('as CSV finds the same', async () => {
    const app = await varied()
    multiply(app, 120)
    for (const q of ['ltda', 'pedido-1-77']) {
      const url = `http://localhost/v1/documentos?formato=csv&q=${q}`
      const response = await app.app.handle(new Request(url, { headers: app.tenant.key }))
      const lines = (await response.text()).trimEnd().split('\r\n').slice(1)
      expect(lines).toHaveLength(all(app).filter((d) => means(q, d)).length)
    }
  })

  test('is refused beyond 100 characters, as CSV too', async () => {
    const app = await testAppWithFolios({ folios: {} })
    for (const query of ['', '&formato=csv', '&cursor='])
      expect(await app.get(`/v1/documentos?q=${'x'.repeat(101)}${query}`)).toMatchObject({
        status: 400,
        body: { code: 'INVALID_PARAMETER', detalles: [{ campo: 'q' }] },
      })
  })
})

describe('the walk', () => {
  test('reads nothing but its index, a slice in each turn of the event loop', async () => {
    const app = await varied()
    multiply(app, 120)
    const statements = new Set<string>()
    const logger = { logQuery: (sql: string) => void statements.add(sql) }
    const search = createSearch({ db: drizzle({ client: app.store.client, logger }) })
    let turns = 0
    let over = false
    const count = () => {
      turns++
      if (!over) setImmediate(count)
    }
    setImmediate(count)
    const tenant = { empresaId: app.tenant.empresaId, ambiente: 'simulacion' } as const
    expect((await search(tenant, { q: 'zzz' })).total).toBe(0)
    over = true
    const root = app.store.client
      .prepare("SELECT rootpage FROM sqlite_master WHERE name = 'documento'")
      .pluck()
      .get()
    // 120,000 folios, 20,000 of them each time.
    expect(turns).toBeGreaterThanOrEqual(6)
    expect(statements.size).toBe(3)
    for (const sql of statements) {
      const values = Array(sql.split('?').length - 1).fill('1')
      const explained = (how: string) =>
        app.store.client.prepare(`${how} ${sql}`).all(...values) as Record<string, unknown>[]
      const plan = explained('EXPLAIN QUERY PLAN').map(({ detail }) => String(detail))
      expect(plan.filter((step) => step.includes(' documento '))).toEqual([
        expect.stringContaining('INDEX documento_busqueda (<expr>=? AND tipo_dte=?'),
      ])
      const code = explained('EXPLAIN')
      const rows = code.find(({ opcode, p2 }) => opcode === 'OpenRead' && p2 === root)?.p1
      // Only the ids of the rows found are read, and nothing of any other row.
      expect(code.filter(({ opcode, p1 }) => opcode === 'Column' && p1 === rows)).toHaveLength(
        sql.startsWith('SELECT "documento"."id"') ? 1 : 0,
      )
    }
  })

  test('serves no other query: the planner has better ones for those', async () => {
    const app = await varied()
    const plan = app.store.client
      .prepare(
        "EXPLAIN QUERY PLAN SELECT * FROM documento WHERE empresa_id = 'e' AND ambiente = 'a' AND tipo_dte = 33 AND folio > 7 AND folio_estado <> 'libre'",
      )
      .all() as { detail: string }[]
    expect(plan[0]!.detail).toContain('documento_folio')
  })
})
