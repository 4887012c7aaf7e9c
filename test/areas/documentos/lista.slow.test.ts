// How many documents a list has, how it is read to its end, and what its queries walk (http §10.2).

import { describe, expect, test } from 'bun:test'
import type { Database } from 'better-sqlite3'
import { drizzle } from 'drizzle-orm/better-sqlite3'
import type { Filtros } from '../../../src/areas/documentos/filtros'
import { createLista } from '../../../src/areas/documentos/lista'
import { emit, emitRefused } from '../../support/emision'
import { boleta, factura, RECEPTOR } from '../../support/emisor'
import { leerZip } from '../../support/leer-zip'
import { type CompanyApp, testAppWithFolios } from '../../support/test-app'

/** Two facturas accepted, one rejected, two refused at the SII's door, of which one discarded; two boletas that wait. */
async function mixed(): Promise<CompanyApp> {
  const app = await testAppWithFolios()
  for (const razon_social of ['Uno', 'Dos'])
    await emit(app, factura({ receptor: { ...RECEPTOR, razon_social } }))
  await emit(
    app,
    factura({ receptor: { ...RECEPTOR, rut: '90000002-2', razon_social: '=SUMA(1;2) "S.A."' } }),
  )
  await app.settle()
  const discarded = await emitRefused(app)
  await emitRefused(app, factura({ detalle: [{ nombre: 'Otro', precio: 1000 }] }))
  expect((await app.post(`/v1/dte/emision/${discarded}/descartar`, {})).status).toBe(200)
  await emit(app, boleta())
  await emit(app, boleta())
  return app
}

const totalOf = async (app: CompanyApp, query: string): Promise<number> => {
  const { status, body } = await app.get(`/v1/documentos?${query}`)
  expect(status).toBe(200)
  expect(body.data).toHaveLength(body.paginacion.total)
  return body.paginacion.total
}

/** A row again under another id, which it returns. */
function copy(
  app: CompanyApp,
  table: string,
  id: string,
  over: { id: string } & Record<string, unknown>,
): string {
  const { client } = app.store
  const row = client.prepare<[string], object>(`SELECT * FROM ${table} WHERE id = ?`).get(id)
  const values = { ...row, ...over }
  const names = Object.keys(values)
  client.prepare(`INSERT INTO ${table} (${names}) VALUES (${names.map((name) => `@${name}`)})`).run(values)
  return over.id
}

describe('the exact total', () => {
  test.each([
    ['', 6],
    ['tipo_dte=33', 4],
    ['tipo_dte=39', 2],
    ['tipo_dte=33,39', 6],
    ['tipo_dte=61', 0],
    ['estado=completed', 3],
    ['estado=pending', 2],
    ['estado=failed', 1],
    ['estado=failed,completed', 4],
    ['estado=dlq', 0],
    ['estado=discarded', 0],
    ['estado_sii=aceptado', 2],
    ['estado_sii=rechazado', 1],
    ['estado_sii=no_enviado', 3],
    ['estado_sii=aceptado,rechazado', 3],
    ['estado_sii=aceptado&estado=completed', 2],
    ['estado_sii=aceptado,no_enviado&estado=completed,failed', 3],
    ['estado=completed&tipo_dte=39', 0],
    ['con_saldo=true', 5],
    ['con_saldo=false', 1],
    ['con_saldo=false&estado=completed', 1],
    ['folio=1', 2],
    ['folio=1&orden=tipo_dte', 2],
    ['rut=90000002-2', 1],
    ['rut_receptor=90000002-2', 1],
    ['rut=90000002-2&rut_receptor=90000002-2', 1],
    [`rut_receptor=${RECEPTOR.rut}`, 3],
    [`rut_receptor=${RECEPTOR.rut}&q=dos`, 1],
    [`rut_receptor=${RECEPTOR.rut}&q=suma`, 0],
    [`rut_receptor=${RECEPTOR.rut}&tipo_dte=39`, 0],
    [`rut_receptor=${RECEPTOR.rut}&estado=completed&orden=folio`, 2],
  ])('of «%s» is %d, and so many rows are found', async (query, count) => {
    expect(await totalOf(await mixed(), query)).toBe(count)
  })

  test('is kept by the counters through a freed folio, a rollback and a deletion', async () => {
    const app = await mixed()
    const { client } = app.store
    const expectExact = () => {
      const found = (table: string, by: string, where: string) =>
        client
          .prepare(`SELECT ${by}, count(*) AS total FROM ${table} ${where} GROUP BY ${by} ORDER BY ${by}`)
          .all()
      const kept = (table: string, by: string) =>
        client.prepare(`SELECT ${by}, total FROM ${table} WHERE total > 0 ORDER BY ${by}`).all()
      const documents = 'empresa_id, ambiente, tipo_dte'
      expect(kept('documento_cuenta', documents)).toEqual(
        found('documento', documents, "WHERE folio_estado <> 'libre'"),
      )
      const jobs = 'kind, empresa_id, ambiente'
      expect(kept('job_cuenta', jobs)).toEqual(found('job', jobs, ''))
    }
    expectExact()
    // The freed folio goes to another document.
    await app.post('/v1/dte/emitir', factura({ referencia_externa: 'otra vez' }))
    expectExact()
    // The counts are the database's own work, right whoever writes: also what the product never does, or takes back.
    client.exec("BEGIN; UPDATE documento SET folio_estado = 'libre' WHERE tipo_dte = 39; ROLLBACK")
    expectExact()
    client.exec("UPDATE documento SET folio_estado = 'libre' WHERE tipo_dte = 39")
    expectExact()
    expect(await totalOf(app, '')).toBe(5)
    client.pragma('foreign_keys = OFF')
    client.exec('DELETE FROM documento WHERE tipo_dte = 33; DELETE FROM job')
    expectExact()
  })

  test('of jobs is exact with a state, a range and neither', async () => {
    const app = await mixed()
    const total = async (query: string) => (await app.get(`/v1/dte/emision?${query}`)).body.paginacion.total
    expect(await total('')).toBe(7)
    expect(await total('estado=completed')).toBe(3)
    expect(await total('estado=discarded')).toBe(1)
    expect(await total('desde=2026-11-20')).toBe(7)
    expect(await total('desde=2026-11-20&estado=completed')).toBe(3)
    expect(await total('hasta=2026-11-19')).toBe(0)
  })
})

describe('?cursor=', () => {
  test('reads the list to its end, in order, and what is issued meanwhile neither repeats nor hides a row', async () => {
    const app = await mixed()
    const all = (await app.get('/v1/documentos')).body.data.map((d: { job_id: string }) => d.job_id)
    const seen: string[] = []
    for (let path: string | null = '/v1/documentos?cursor=&limite=2'; path; ) {
      const { body } = await app.get(path)
      expect(body.paginacion).toMatchObject({ pagina: null, limite: 2 })
      seen.push(...body.data.map((d: { job_id: string }) => d.job_id))
      path = body.paginacion.siguiente
      await app.post('/v1/dte/emitir', factura({ referencia_externa: `tarde-${seen.length}` }))
    }
    expect(seen).toEqual(all)
  })

  test('goes on from the page of a numbered list, with its filters', async () => {
    const app = await mixed()
    const first = (await app.get('/v1/documentos?tipo_dte=33&limite=3')).body
    const rest = (await app.get(`/v1/documentos?tipo_dte=33&limite=3&cursor=${first.paginacion.cursor}`)).body
    expect(first.data).toHaveLength(3)
    expect(rest.data).toHaveLength(1)
    expect(rest.paginacion).toMatchObject({ total: 4, siguiente: null, cursor: null })
    expect(first.data).not.toContainEqual(rest.data[0])
  })

  test.each(['cursor=x', 'cursor=&pagina=2', 'cursor=&orden=folio'])('%s is refused', async (query) => {
    const app = await testAppWithFolios({ folios: {} })
    const reply = await app.get(`/v1/documentos?${query}`)
    expect(reply).toMatchObject({ status: 400, body: { code: 'INVALID_PARAMETER' } })
  })
})

describe('?formato=csv', () => {
  const csv = async (app: CompanyApp, query: string, headers = app.tenant.key) => {
    const url = `http://localhost/v1/documentos?formato=csv&${query}`
    const response = await app.app.handle(new Request(url, { headers }))
    const bytes = Buffer.from(await response.arrayBuffer())
    return { response, bytes, lines: bytes.toString().trimEnd().split('\r\n') }
  }

  test('gives all that is found as one file, with a head, quoted where it must be, and no formula', async () => {
    const app = await mixed()
    const { response, bytes, lines } = await csv(app, 'estado=completed')
    expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8')
    expect(response.headers.get('content-disposition')).toBe('attachment; filename="documentos.csv"')
    expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf])
    expect(lines[0]).toStartWith(
      '\uFEFFtipo_dte;folio;fecha_emision;rut_receptor;razon_social_receptor;monto_neto;',
    )
    expect(lines).toHaveLength(4)
    expect(lines[1]).toContain(`;"'=SUMA(1;2) ""S.A.""";112501;`)
    expect(lines[3]).toStartWith('33;1;2026-11-20;')
  })

  test('goes beyond a page, every row once', async () => {
    const app = await testAppWithFolios()
    const { client } = app.store
    await app.post('/v1/dte/emitir', boleta())
    client.pragma('foreign_keys = OFF')
    for (const table of ['job', 'documento']) {
      const names = (client.pragma(`table_info(${table})`) as { name: string }[]).map(({ name }) => name)
      const values = names.map((name) =>
        /^(id|job_id)$/.test(name)
          ? `${name} || '-' || n`
          : name === 'folio'
            ? 'folio + n'
            : name === 'clave'
              ? 'NULL'
              : name,
      )
      client.exec(
        `WITH RECURSIVE k(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM k WHERE n < 1199)
         INSERT INTO ${table} (${names}) SELECT ${values} FROM k, ${table}`,
      )
    }
    const { lines } = await csv(app, '')
    expect(lines).toHaveLength(1201)
    expect(new Set(lines.slice(1).map((line) => line.split(';')[1])).size).toBe(1200)
  })

  test('is refused with what belongs to pages, and with a bad filter; shows another tenant a head alone', async () => {
    const app = await mixed()
    for (const query of ['limite=5', 'pagina=2', 'orden=folio', 'cursor=', 'estado=listo']) {
      const { response, lines } = await csv(app, query)
      expect({ query, status: response.status }).toEqual({ query, status: 400 })
      expect(JSON.parse(lines[0]!).code).toBe('INVALID_PARAMETER')
    }
    const other = await app.registerCompany()
    expect((await csv(app, '', other.key)).lines).toHaveLength(1)
  })
})

describe('?formato=zip', () => {
  const zip = async (app: CompanyApp, query: string, headers = app.tenant.key) => {
    const url = `http://localhost/v1/documentos?formato=zip&${query}`
    const response = await app.app.handle(new Request(url, { headers }))
    expect(response.status).toBe(200)
    return leerZip(Buffer.from(await response.arrayBuffer()))
  }
  const namesOf = (files: { nombre: string }[]) => files.map(({ nombre }) => nombre).sort()

  test('holds the signed bytes of all that is found, as each document gives them', async () => {
    const app = await mixed()
    const files = await zip(app, 'estado=completed')
    expect(namesOf(files)).toEqual([1, 2, 3].map((folio) => `DTE_76543210-3_T33F${folio}.xml`))
    for (const { nombre, bytes } of files) {
      const folio = /F(\d+)\.xml$/.exec(nombre)![1]
      const url = `http://localhost/v1/dte/xml/33/${folio}`
      const response = await app.app.handle(new Request(url, { headers: app.tenant.key }))
      expect(bytes).toEqual(Buffer.from(await response.arrayBuffer()))
    }
  })

  test('holds the paper too when asked to, and says what it lacks and why', async () => {
    const app = await mixed()
    const files = await zip(app, 'pdf=true')
    const documents = [1, 2, 3, 5].flatMap((folio) =>
      ['pdf', 'xml'].map((ext) => `DTE_76543210-3_T33F${folio}.${ext}`),
    )
    expect(namesOf(files)).toEqual([...documents, 'no-incluidos.txt'])
    const pdf = files.find(({ nombre }) => nombre.endsWith('F3.pdf'))!
    expect(pdf.bytes.toString('latin1', 0, 5)).toBe('%PDF-')
    const lacks = files.find(({ nombre }) => nombre === 'no-incluidos.txt')!.bytes.toString()
    expect(lacks).toContain('Los archivos del documento tipo 39 folio 1: aún no está firmado')
    expect(lacks.trim().split('\r\n')).toHaveLength(2)
  })

  test('goes by the same filters, q among them, and shows another tenant nothing', async () => {
    const app = await mixed()
    expect(namesOf(await zip(app, 'q=Dos'))).toEqual(['DTE_76543210-3_T33F2.xml'])
    expect(namesOf(await zip(app, 'estado_sii=rechazado'))).toEqual(['DTE_76543210-3_T33F3.xml'])
    const other = await app.registerCompany()
    expect(await zip(app, '', other.key)).toEqual([])
  })

  test('is refused with what belongs to pages, and pdf with what is no archive', async () => {
    const app = await mixed()
    for (const query of ['formato=zip&limite=5', 'formato=zip&cursor=', 'pdf=true', 'formato=csv&pdf=true'])
      expect(await app.get(`/v1/documentos?${query}`)).toMatchObject({
        status: 400,
        body: { code: 'INVALID_PARAMETER', detalles: [{ regla: 'sobra' }] },
      })
    expect((await app.get('/v1/documentos?formato=zip&estado=listo')).status).toBe(400)
  })

  test('costs a token for each ten documents, as a lot does (http §16)', async () => {
    const app = await testAppWithFolios({ rates: { key: { rate: 1, burst: 100 }, tenant: null } })
    for (let n = 0; n < 12; n++) await app.post('/v1/dte/emitir', factura())
    await app.settle()
    app.advance(100_000)
    const left = async (query: string) => {
      const url = `http://localhost/v1/documentos?${query}`
      const response = await app.app.handle(new Request(url, { headers: app.tenant.key }))
      await response.arrayBuffer()
      return Number(response.headers.get('x-ratelimit-remaining'))
    }
    expect(await left('')).toBe(99)
    expect(await left('formato=zip')).toBe(97)
    expect(await left('formato=zip&pdf=true')).toBe(95)
  })
})

describe('?ambiente=', () => {
  test('shows a session another environment, and a key none but its own', async () => {
    const app = await mixed()
    expect(await totalOf(app, 'ambiente=simulacion')).toBe(6)
    expect((await app.get('/v1/documentos?ambiente=produccion', app.tenant.session)).body.data).toEqual([])
    expect((await app.get('/v1/documentos?ambiente=produccion')).body.code).toBe('FORBIDDEN')
    expect((await app.get('/v1/documentos?ambiente=otro')).status).toBe(400)
  })
})

describe('the queries of the list', () => {
  const tenant = (app: CompanyApp) => ({ empresaId: app.tenant.empresaId, ambiente: 'simulacion' }) as never

  /** How each statement that `ask` runs finds its rows. */
  function plansOf(app: CompanyApp, ask: (lista: ReturnType<typeof createLista>) => unknown): string[] {
    const plans: string[] = []
    const client = new Proxy(app.store.client, {
      get(target, name) {
        const value = Reflect.get(target, name)
        if (name !== 'prepare') return typeof value === 'function' ? value.bind(target) : value
        return (sql: string) => {
          const values = Array(sql.split('?').length - 1).fill('1')
          const plan = target.prepare(`EXPLAIN QUERY PLAN ${sql}`).all(...values) as { detail: string }[]
          plans.push(plan.map(({ detail }) => detail).join('\n'))
          return target.prepare(sql)
        }
      },
    }) as Database
    const lista = createLista({ db: drizzle({ client }) }, app.clock)
    plans.length = 0
    ask(lista)
    return plans
  }

  const cases: [Filtros, string][] = [
    [{}, 'documento_fecha (empresa_id=? AND ambiente=?)'],
    [
      { periodo: '202611' },
      'documento_fecha (empresa_id=? AND ambiente=? AND fecha_emision>? AND fecha_emision<?)',
    ],
    [{ folio: '7' }, 'documento_folio (empresa_id=? AND ambiente=? AND tipo_dte=? AND folio=?)'],
    [{ folio_desde: '7' }, 'documento_folio (empresa_id=? AND ambiente=? AND tipo_dte=? AND folio>?)'],
    [{ estado: 'failed' }, 'job_inconclusos (kind=? AND estado=? AND empresa_id=? AND ambiente=?)'],
    [{ estado_sii: 'rechazado' }, 'documento_sin_aceptar (empresa_id=? AND ambiente=? AND estado_sii=?'],
    [{ estado_acuse: 'reclamado' }, 'documento_acuse (empresa_id=? AND ambiente=? AND acuse=?)'],
    [{ estado_acuse: 'pendiente' }, 'documento_envio (envio_id=?)'],
  ]
  test.each(cases)('a page of %o goes by its index', async (filtros, index) => {
    const app = await mixed()
    const [plan, ...more] = plansOf(app, (lista) => lista.page(tenant(app), filtros, 25, 0))
    expect(more).toEqual([])
    expect(plan).toContain(index)
    expect(plan).not.toContain('SCAN documento')
  })

  test('look the documents of a receiver of few up, whatever else is asked, and walk the list for those of many', async () => {
    const app = await mixed()
    const few = { rut: RECEPTOR.rut }
    for (const filtros of [few, { ...few, periodo: '202611' }, { ...few, q: 'uno' }]) {
      const plans = plansOf(app, (lista) => {
        const hits = lista.ofReceptor(tenant(app), RECEPTOR.rut)
        lista.total(tenant(app), filtros, hits)
        lista.page(tenant(app), filtros, 25, 0, hits)
        lista.after(tenant(app), filtros, null, 25, hits)
      })
      expect(plans[0]).toContain('documento_receptor (empresa_id=? AND ambiente=? AND rut_receptor=?)')
      expect(plans).toHaveLength(4)
      for (const plan of plans.slice(1)) expect(plan).not.toMatch(/INDEX documento_/)
    }
    const one = app.store.client
      .prepare<[string], { id: string; job_id: string }>(
        'SELECT id, job_id FROM documento WHERE rut_receptor = ? LIMIT 1',
      )
      .get(RECEPTOR.rut)!
    for (let n = 1000; n < 2000; n++) {
      const job_id = copy(app, 'job', one.job_id, { id: `job_${n}` })
      copy(app, 'documento', one.id, { id: `doc_${n}`, job_id, folio: n })
    }
    expect(createLista(app.store, app.clock).ofReceptor(tenant(app), RECEPTOR.rut)).toBeUndefined()
    const [walked] = plansOf(app, (lista) => lista.page(tenant(app), few, 25, 0))
    expect(walked).toContain('documento_fecha (empresa_id=? AND ambiente=?)')
  })

  const counted: [Filtros, string[]][] = [
    [{}, []],
    [{ tipo_dte: '33,39', orden: 'folio' }, []],
    [{ estado: 'completed' }, ['documento_importado', 'job_inconclusos']],
    [{ estado_sii: 'aceptado' }, ['documento_sin_aceptar', 'documento_importado']],
    [{ rut: '76543210-3' }, ['documento_receptor']],
    [{ estado_acuse: 'aceptado' }, ['documento_acuse']],
    [{ fecha_desde: '2026-11-20' }, ['documento_fecha']],
  ]
  test.each(counted)('the total of %o reads counters and %p, not every row', async (filtros, indexes) => {
    const app = await mixed()
    const plans = plansOf(app, (lista) => lista.total(tenant(app), filtros))
    expect(plans).toHaveLength(indexes.length)
    for (const [i, index] of indexes.entries()) expect(plans[i]).toContain(`INDEX ${index} (`)
  })

  test('what follows a row is found from that row on', async () => {
    const app = await mixed()
    const marca = { fecha: '2026-11-20', createdAt: '2026-11-20T00:00:00.000Z', id: 'doc_1' }
    const [plan] = plansOf(app, (lista) => lista.after(tenant(app), {}, marca, 25))
    expect(plan).toContain('(fecha_emision,created_at,id)<(?,?,?)')
  })

  test('the total of jobs comes from its counter unless a range is asked for', async () => {
    const app = await mixed()
    app.store.client.exec("UPDATE job_cuenta SET total = 99 WHERE kind = 'dte.emitir'")
    const total = async (query: string) => (await app.get(`/v1/dte/emision?${query}`)).body.paginacion.total
    expect(await total('')).toBe(99)
    expect(await total('desde=2026-11-20')).toBe(7)
  })
})

test('the list as it opens shows the rows that a filter which lets all of them pass does', async () => {
  const app = await testAppWithFolios({ folios: { 33: 9, 39: 9, 61: 9 } })
  for (const body of [factura(), boleta()]) await emit(app, body)
  await app.settle()
  const { body: voided } = await app.post('/v1/dte/33/1/anular', { motivo: 'Error' })
  expect(voided).toMatchObject({ ok: true })
  await app.settle()
  const all = await app.get('/v1/documentos')
  expect(all.body.data).toEqual((await app.get('/v1/documentos?folio_desde=0')).body.data)
  expect(all.body.data.map((row: { anulado_por: unknown }) => row.anulado_por)).toEqual([
    null,
    null,
    { tipo_dte: 61, folio: 1 },
  ])
})
