// The monthly quota of queries: what costs a unit, what does not, and what every answer tells (http §16.3).

import { describe, expect, test } from 'bun:test'
import { factura } from '../../support/emisor'
import {
  type CompanyApp,
  type Reply,
  type TestAppOptions,
  testAppWithFolios,
  type Wire,
} from '../../support/test-app'

/** One document issued and judged, on the plan Gratis, with `usadas` units of its 50 gone. */
async function issued(usadas: number, options: TestAppOptions = {}) {
  const app = await testAppWithFolios({ folios: { 33: 20 }, ...options })
  await app.post('/v1/dte/emitir', factura())
  await app.settle()
  app.store.client.prepare("UPDATE cuenta SET plan = 'Gratis'").run()
  app.store.client.prepare('DELETE FROM cuota_consulta').run()
  if (usadas) spend(app, usadas)
  return app
}

const spend = (app: CompanyApp, usadas: number, periodo = '202611') =>
  app.store.client
    .prepare('INSERT INTO cuota_consulta (cuenta_id, periodo, operacion, usadas) VALUES (?, ?, ?, ?)')
    .run(app.tenant.cuentaId, periodo, 'rcv', usadas)

const quota = ({ headers }: Reply) =>
  ['period', 'limit', 'remaining'].map((name) => headers.get(`x-quota-${name}`))

const CONSULTA = '/v1/dte/consulta/33/1'

describe('a query that the SII answers', () => {
  test('costs one unit whatever the answer; the one from memory costs none', async () => {
    const app = await issued(0)
    const first = await app.get(CONSULTA)
    expect([first.status, first.headers.get('x-cache'), ...quota(first)]).toEqual([
      200,
      'MISS',
      '202611',
      '50',
      '49',
    ])
    app.advance(59_000)
    const again = await app.get(CONSULTA)
    expect([again.headers.get('x-cache'), ...quota(again)]).toEqual(['HIT', '202611', '50', '49'])
    app.advance(1001)
    expect(quota(await app.get(CONSULTA))[2]).toBe('48')
    expect(quota(await app.get('/v1/dte/estado/1'))[2]).toBe('47')
  })

  test('is told on answers that asked nothing, too', async () => {
    const app = await issued(0)
    const refused = await app.get('/v1/dte/consulta/33/0')
    expect([refused.status, ...quota(refused)]).toEqual([400, '202611', '50', '50'])
  })

  test('reads unlimited on the plan Empresa and is counted all the same', async () => {
    const app = await issued(0)
    app.store.client.prepare("UPDATE cuenta SET plan = 'Empresa'").run()
    expect(quota(await app.get(CONSULTA))).toEqual(['202611', 'unlimited', 'unlimited'])
    expect((await app.get('/v1/cuenta/uso')).body.data.consultas).toEqual({
      usadas: 1,
      limite: null,
      restantes: null,
      por_operacion: { consulta_dte: 1 },
    })
  })
})

describe('nothing is charged', () => {
  test('when nobody answers, and a unit is when a fault is answered', async () => {
    let down: 'cut' | 'page' | 'nonsense' | null = null
    const wire: Wire = async (url, _, pass) => {
      if (down === null || !url.includes('QueryEstDte')) return pass()
      if (down === 'cut') throw new TypeError('cut')
      return down === 'page' ? new Response('', { status: 503 }) : new Response('<x>')
    }
    const app = await issued(0, { wire })
    down = 'cut'
    const cut = await app.get(CONSULTA)
    expect([cut.status, cut.body.code, ...quota(cut)]).toEqual([503, 'SII_UNAVAILABLE', '202611', '50', '50'])
    down = 'page'
    expect(quota(await app.get(CONSULTA))[2]).toBe('50')
    down = 'nonsense'
    const nonsense = await app.get(CONSULTA)
    expect([nonsense.status, quota(nonsense)[2]]).toEqual([502, '49'])
  })

  test('for following the verdict of what was issued (http §7)', async () => {
    const app = await testAppWithFolios({ folios: { 33: 20 } })
    app.store.client.prepare('DELETE FROM cuota_consulta').run()
    await app.post('/v1/dte/emitir', factura())
    await app.settle()
    expect((await app.get('/v1/documentos/33/1')).body.data.estado_sii).toBe('aceptado')
    expect((await app.get('/v1/cuenta/uso')).body.data.consultas.usadas).toBe(0)
  })
})

describe('the last unit', () => {
  test('is given once, however many ask together, and what failed gives it back', async () => {
    const gate = Promise.withResolvers<void>()
    let asked = 0
    let hold = false
    const wire: Wire = async (url, _, pass) => {
      if (hold && url.includes('QueryEst')) {
        asked++
        await gate.promise
        throw new TypeError('cut')
      }
      return pass()
    }
    const app = await issued(48, { wire })
    hold = true
    const replies = [1, 2, 3, 4, 5].map(() => app.get('/v1/dte/estado/1'))
    const refused = await Promise.race(replies)
    expect([refused.status, refused.body.code]).toEqual([403, 'PLAN_LIMIT'])
    gate.resolve()
    const statuses = (await Promise.all(replies)).map(({ status }) => status).sort()
    expect(statuses).toEqual([403, 403, 403, 503, 503])
    expect(asked).toBeGreaterThan(0)
    hold = false
    expect(quota(await app.get(CONSULTA))[2]).toBe('1')
  })

  test('spent is 403 PLAN_LIMIT with the headers and a message that says what to do, until the month turns in Chile', async () => {
    const app = await issued(49)
    expect(quota(await app.get(CONSULTA))[2]).toBe('0')
    const { status, body, headers } = await app.get('/v1/dte/estado/1')
    expect([status, body.code, headers.get('x-quota-remaining')]).toEqual([403, 'PLAN_LIMIT', '0'])
    expect(body.error).toContain('límite mensual de 50 consultas')
    expect(body.error).toContain('cambie de plan')
    // Chile is at -03:00 in November and December.
    app.setNow('2026-12-01T02:59:59.999Z')
    expect((await app.get('/v1/dte/estado/1')).status).toBe(403)
    app.setNow('2026-12-01T03:00:00.000Z')
    expect(quota(await app.get('/v1/dte/estado/1'))).toEqual(['202612', '50', '49'])
  })
})

describe('POST /v1/dte/folios/solicitar', () => {
  test('costs one unit, in simulacion too, and a replay none', async () => {
    const app = await issued(0)
    const body = { tipo_dte: 61, cantidad: 5 }
    const key = { ...app.tenant.key, 'idempotency-key': 'folios-1' }
    const first = await app.post('/v1/dte/folios/solicitar', body, key)
    expect([first.status, ...quota(first)]).toEqual([201, '202611', '50', '49'])
    expect(quota(await app.post('/v1/dte/folios/solicitar', body, key))[2]).toBe('49')
    const bad = await app.post('/v1/dte/folios/solicitar', { tipo_dte: 61 })
    expect([bad.status, quota(bad)[2]]).toEqual([422, '49'])
  })

  test('is refused with nothing taken when the quota is spent', async () => {
    const app = await issued(50)
    const { status, body } = await app.post('/v1/dte/folios/solicitar', { tipo_dte: 61, cantidad: 5 })
    expect([status, body.code]).toEqual([403, 'PLAN_LIMIT'])
    expect((await app.get('/v1/dte/folios')).body.data.map((f: { tipo_dte: number }) => f.tipo_dte)).toEqual([
      33,
    ])
  })
})

describe('lookups', () => {
  test('leave for the SII twice a second for each company, and those of memory as often as one likes', async () => {
    const app = await issued(0, { rates: { lookup: { rate: 2, burst: 2 } } })
    for (let i = 0; i < 3; i++) expect((await app.get(CONSULTA)).status).toBe(200)
    expect((await app.get('/v1/dte/estado/1')).status).toBe(200)
    await app.post('/v1/dte/emitir', factura())
    expect((await app.get('/v1/dte/consulta/33/2')).body.code).toBe('RATE_LIMIT')
    // Asking for folios is no look-up.
    expect((await app.post('/v1/dte/folios/solicitar', { tipo_dte: 61, cantidad: 5 })).status).toBe(201)
    app.advance(500)
    expect((await app.get('/v1/dte/consulta/33/2')).status).toBe(200)
  })
})
