// The list of emission jobs: by several states, by type and by what their document says (http §6).

import { describe, expect, test } from 'bun:test'
import { refuse } from '../../support/emision'
import { boleta, factura, RECEPTOR } from '../../support/emisor'
import { type CompanyApp, testAppWithFolios } from '../../support/test-app'

const OTRO = { ...RECEPTOR, rut: '96790240-3', razon_social: 'Ferretería Ñandú Ltda.' }

/** Jobs in every state that one can be in for long, by name. */
async function mixed() {
  const app = await testAppWithFolios()
  const ids: Record<string, string> = {}
  const emit = async (name: string, body: object) => {
    const reply = await app.post('/v1/dte/emitir', { ...body, referencia_externa: name })
    expect(reply.status).toBe(202)
    ids[name] = reply.body.data.job_id
  }
  await emit('hecha', factura())
  await emit('hecha-otro', factura({ receptor: OTRO }))
  await emit('hecha-boleta', boleta())
  await app.settle()
  await emit('fallida', factura({ receptor: OTRO }))
  await refuse(app)
  await emit('libre', factura({ receptor: OTRO }))
  await refuse(app)
  // By the API this takes more than a day, and the list is asked for the first.
  await emit('agotada', boleta())
  app.store.client.prepare("UPDATE job SET estado = 'dlq' WHERE id = ?").run(ids.agotada)
  expect((await app.post(`/v1/dte/emision/${ids.libre}/descartar`, {})).status).toBe(200)
  await emit('espera', factura())
  await emit('programada', factura({ receptor: OTRO, programar_para: '2026-11-22T12:00:00Z' }))
  return { app, ids }
}

/** The names of the jobs that a query finds, all pages of it. */
async function found({ app, ids }: { app: CompanyApp; ids: Record<string, string> }, query: string) {
  const nameOf = new Map(Object.entries(ids).map(([name, id]) => [id, name]))
  const names: string[] = []
  let total = 0
  for (let path: string | null = `/v1/dte/emision?limite=2&${query}`; path; ) {
    const { status, body } = await app.get(path)
    expect(status).toBe(200)
    total = body.paginacion.total
    names.push(...body.data.map(({ id }: { id: string }) => nameOf.get(id) ?? id))
    path = body.paginacion.siguiente
  }
  expect(names).toHaveLength(total)
  return names.sort()
}

const ALL = ['agotada', 'espera', 'fallida', 'hecha', 'hecha-boleta', 'hecha-otro', 'libre', 'programada']

const QUERIES: [string, string[]][] = [
  ['', ALL],
  ['estado=failed,dlq', ['agotada', 'fallida']],
  ['estado=pending, processing', ['espera']],
  ['estado=scheduled', ['programada']],
  ['estado=completed,discarded', ['hecha', 'hecha-boleta', 'hecha-otro', 'libre']],
  ['tipo_dte=39', ['agotada', 'hecha-boleta']],
  ['tipo_dte=39,33', ALL],
  ['tipo_dte=112', []],
  ['tipo_dte=39&estado=failed,dlq', ['agotada']],
  ['tipo_dte=33&estado=completed,failed', ['fallida', 'hecha', 'hecha-otro']],
  ['q=nandu', ['fallida', 'hecha-otro', 'libre', 'programada']],
  ['q=96.790.240-3', ['fallida', 'hecha-otro', 'libre', 'programada']],
  ['q=9679', ['fallida', 'hecha-otro', 'libre', 'programada']],
  ['q=HECHA', ['hecha', 'hecha-boleta', 'hecha-otro']],
  ['q=hecha&tipo_dte=39', ['hecha-boleta']],
  ['q=programada', ['programada']],
  ['q=libre&estado=discarded', ['libre']],
  ['q=nandu&estado=completed,scheduled', ['hecha-otro', 'programada']],
  ['q=nandu&desde=2026-11-20&hasta=2026-11-20', ['fallida', 'hecha-otro', 'libre', 'programada']],
  ['q=nandu&hasta=2026-11-19', []],
  ['rut=96.790.240-3', ['fallida', 'hecha-otro', 'libre', 'programada']],
  ['rut=96790240-3&q=hecha', ['hecha-otro']],
  ['rut=96790240-3&tipo_dte=39', []],
  ['rut=96790240-3&estado=failed,dlq', ['fallida']],
  ['q=2', ['agotada', 'hecha-otro']],
  ['q=zzz', []],
]

/** The document of `name` a thousand times and more, so that what is found is too many to be named by its ids. */
function multiply(
  { app, ids }: { app: CompanyApp; ids: Record<string, string> },
  name: string,
  copies: number,
) {
  const { client } = app.store
  client.pragma('foreign_keys = OFF')
  for (const [table, id] of [
    ['job', 'id'],
    ['documento', 'job_id'],
  ] as const) {
    const names = (client.pragma(`table_info(${table})`) as { name: string }[]).map((column) => column.name)
    const changed: Record<string, string> = {
      id: "id || '-' || n",
      job_id: "job_id || '-' || n",
      folio: 'folio + n * 100',
    }
    client.exec(
      `WITH RECURSIVE k(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM k WHERE n < ${copies})
       INSERT INTO ${table} (${names}) SELECT ${names.map((column) => changed[column] ?? column)} FROM k, ${table}
       WHERE ${id} = '${ids[name]}'`,
    )
  }
}

describe('GET /v1/dte/emision', () => {
  let shared: ReturnType<typeof mixed> | undefined
  test.each(QUERIES)('?%s finds what it names', async (query, names) => {
    shared ??= mixed()
    expect(await found(await shared, query)).toEqual(names)
  })

  test('finds and counts the same where more than a thousand are found', async () => {
    const scene = await mixed()
    multiply(scene, 'hecha-otro', 1100)
    const total = async (query: string) =>
      (await scene.app.get(`/v1/dte/emision?${query}`)).body.paginacion.total
    const names = async (query: string) =>
      (await scene.app.get(`/v1/dte/emision?limite=100&${query}`)).body.data.map(
        (job: { id: string }) => Object.entries(scene.ids).find(([, id]) => id === job.id)?.[0] ?? 'copia',
      )
    expect(await total('q=nandu')).toBe(1104)
    expect(await names('q=nandu')).toContain('programada')
    expect(await total('q=nandu&estado=completed')).toBe(1101)
    expect(await total('q=nandu&estado=completed,scheduled')).toBe(1102)
    expect(await total('q=nandu&estado=failed,discarded,dlq')).toBe(2)
    expect(await names('q=nandu&estado=failed,discarded,dlq')).toEqual(['libre', 'fallida'])
    expect(await total('q=nandu&desde=2026-11-20')).toBe(1104)
    expect(await total('q=nandu&desde=2026-11-20&estado=completed')).toBe(1101)
    expect(await total('q=nandu&hasta=2026-11-19')).toBe(0)
    expect(await total('rut=96790240-3')).toBe(1104)
    expect(await total('rut=96790240-3&estado=completed')).toBe(1101)
    expect(await total('tipo_dte=33')).toBe(1106)
    expect(await total('tipo_dte=33&estado=completed')).toBe(1102)
    expect(await total('tipo_dte=39')).toBe(2)
    const deep = (await scene.app.get('/v1/dte/emision?q=nandu&limite=100&pagina=12')).body
    expect(deep.data).toHaveLength(4)
  })

  test('says whom each is for and what it comes to, before it has a document too', async () => {
    const { app, ids } = await mixed()
    const shown = async (name: string) => (await app.get(`/v1/dte/emision/${ids[name]}`)).body.data
    const total = (await app.get('/v1/documentos/33/1')).body.data.monto_total
    const whom = ({ rut, razon_social }: typeof RECEPTOR) => ({
      ...{ rut_receptor: rut, razon_social_receptor: razon_social, monto_total: total },
    })
    expect(await shown('hecha')).toMatchObject(whom(RECEPTOR))
    expect(await shown('fallida')).toMatchObject(whom(OTRO))
    expect(await shown('programada')).toMatchObject({ ...whom(OTRO), folio: null })
    expect(await shown('agotada')).toMatchObject({
      rut_receptor: '66666666-6',
      razon_social_receptor: null,
    })
    const { body } = await app.get('/v1/dte/emision?estado=scheduled')
    expect(body.data).toMatchObject([whom(OTRO)])
  })

  test('tells all that is wrong with a query at once', async () => {
    const app = await testAppWithFolios({ folios: {} })
    const { status, body } = await app.get(
      `/v1/dte/emision?estado=failed,listo&tipo_dte=x&q=${'y'.repeat(101)}`,
    )
    expect(status).toBe(400)
    expect(body.detalles.map(({ campo }: { campo: string }) => campo)).toEqual(['estado', 'tipo_dte', 'q'])
  })

  test('shows another company nothing of them', async () => {
    const { app } = await mixed()
    const other = await app.registerCompany()
    for (const query of ['q=nandu', 'tipo_dte=33', 'estado=failed,completed'])
      expect((await app.get(`/v1/dte/emision?${query}`, other.key)).body.data).toEqual([])
  })
})
