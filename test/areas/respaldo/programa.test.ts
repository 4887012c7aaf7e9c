// The server's own copies by the clock, with a stand-in for the process that makes them.

import { describe, expect, test } from 'bun:test'
import { createRespaldoStore, type Labor, type RespaldoProgramado } from '../../../src/areas/respaldo'
import { testAppWithCompany } from '../../support/test-app'

const DESTINO = '/respaldos'
const NOON = '2026-11-20T15:00:00.000Z'

/** A server that is asked to look at what is due; what it began, and how each ends. */
async function copying(
  ends: (labor: Labor, n: number) => 'bien' | 'mal' | 'muere' = () => 'bien',
  cron = '15 3 * * *',
  until: () => Promise<void> = async () => {},
) {
  const begun: Labor[] = []
  const respaldo: RespaldoProgramado = {
    destino: DESTINO,
    cron,
    conservar: '7/5/12/6',
    abre: true,
    async run(labor) {
      begun.push(labor)
      await until()
      const rows = createRespaldoStore(app.store.db)
      const now = app.time.now.toISOString()
      const end = ends(labor, begun.length)
      if (labor === 'ensayo') {
        const [newest] = rows.kept(DESTINO)
        return rows.change(newest!.id, {
          ensayo: end === 'bien' ? 'abierta' : 'fallida',
          ensayoAt: now,
          ensayoDetalle: end === 'bien' ? 'en orden' : 'no se abrió',
        })
      }
      const id = `rsp_${begun.length}`
      rows.insert({ id, nombre: `timbre-${begun.length}`, destino: DESTINO, inicio: now })
      if (end === 'bien') rows.change(id, { estado: 'hecha', fin: now, bytes: 1000 })
      else if (end === 'mal') rows.change(id, { estado: 'fallida', fin: now, error: 'el disco se llenó' })
    },
  }
  const app = await testAppWithCompany({ now: NOON, respaldo })
  return {
    app,
    begun,
    look: () => app.app.services.respaldos!.look(),
    pass: (minutes: number) => {
      app.time.now = new Date(app.time.now.getTime() + minutes * 60_000)
    },
    read: async () => (await app.get('/v1/respaldos', app.tenant.session)).body.data,
  }
}

describe('a server with a destination', () => {
  test('copies at once, tries the copy, and then copies at its hour', async () => {
    const { begun, look, pass } = await copying()
    const seen: string[] = []
    for (let minute = 0; minute < 2 * 24 * 60; minute += 10) {
      const before = begun.length
      await look()
      if (begun.length > before) seen.push(`${begun.at(-1)} +${minute}`)
      pass(10)
    }
    // Noon in Chile; its hour is a quarter past three.
    expect(seen).toEqual(['copia +0', 'ensayo +10', 'copia +920', 'copia +2360'])
  })

  test('copies at every hour of its own, however near the next one is', async () => {
    const { begun, look, pass } = await copying(() => 'bien', '* * * * *')
    for (let minute = 0; minute < 4; minute++) {
      await look()
      pass(1)
    }
    expect(begun).toEqual(['copia', 'copia', 'copia', 'copia'])
  })

  test('begins nothing while one is under way', async () => {
    const { begun, look } = await copying()
    await Promise.all([look(), look(), look()])
    expect(begun).toEqual(['copia'])
  })

  test('makes good a copy whose process died without a word, five minutes later', async () => {
    const { begun, look, pass } = await copying((_, n) => (n === 1 ? 'muere' : 'bien'))
    await look()
    pass(4)
    await look()
    expect(begun).toEqual(['copia'])
    pass(1)
    await look()
    expect(begun).toEqual(['copia', 'copia'])
  })

  test('begins nothing more once it stops', async () => {
    const { app, begun, look } = await copying()
    await app.app.stop()
    await look()
    expect(begun).toEqual([])
  })

  test('tells its owners what it did, and what a person must hear of', async () => {
    const { look, pass, read } = await copying((labor, n) => (labor === 'ensayo' || n > 2 ? 'mal' : 'bien'))
    await look()
    pass(10)
    await look()
    expect(await read()).toEqual({
      programado: {
        destino: DESTINO,
        cron: '15 3 * * *',
        conservar: '7/5/12/6',
        abre: true,
        proxima: '2026-11-21T06:15:00.000Z',
      },
      trabajando: false,
      problemas: [
        {
          motivo: 'ensayo_fallido',
          desde: '2026-11-20T15:10:00.000Z',
          mensaje: 'timbre-1: no se abrió',
        },
      ],
      copias: [
        {
          nombre: 'timbre-1',
          estado: 'hecha',
          inicio: NOON,
          fin: NOON,
          bytes: 1000,
          error: null,
          ensayo: { resultado: 'fallida', fecha: '2026-11-20T15:10:00.000Z', detalle: 'no se abrió' },
        },
      ],
    })
  })
})

describe('POST /v1/respaldos', () => {
  test('begins a copy that is not due, once, and answers before it is made', async () => {
    const made = Promise.withResolvers<void>()
    const { app, begun, look, pass } = await copying(
      () => 'bien',
      '15 3 * * *',
      () => made.promise,
    )
    const ask = () => app.post('/v1/respaldos', undefined, app.tenant.session)
    expect(await ask()).toMatchObject({ status: 202, body: { data: { trabajando: true } } })
    expect(await ask()).toMatchObject({ status: 409, body: { code: 'INVALID_STATE' } })
    made.resolve()
    await Bun.sleep(0)
    expect((await app.get('/v1/respaldos', app.tenant.session)).body.data).toMatchObject({
      trabajando: false,
      copias: [{ estado: 'hecha' }],
    })
    // Its trial is due as that of any other.
    pass(10)
    await look()
    expect(begun).toEqual(['copia', 'ensayo'])
    expect((await ask()).status).toBe(202)
  })

  test('is refused where there is no destination, and to strangers', async () => {
    const app = await testAppWithCompany()
    expect(await app.post('/v1/respaldos', undefined, app.tenant.session)).toMatchObject({
      status: 409,
      body: { code: 'INVALID_STATE', error: expect.stringContaining('TIMBRE_RESPALDO_DESTINO') },
    })
    const second = await app.registerCompany()
    expect((await app.post('/v1/respaldos', undefined, second.session)).status).toBe(403)
  })
})

describe('GET /v1/respaldos', () => {
  test('says that a server without a destination copies nothing by itself', async () => {
    const app = await testAppWithCompany()
    expect((await app.get('/v1/respaldos', app.tenant.session)).body.data).toEqual({
      programado: null,
      trabajando: false,
      problemas: [],
      copias: [],
    })
  })

  test('is for owners of the first account alone', async () => {
    const app = await testAppWithCompany()
    const second = await app.registerCompany()
    expect(await app.get('/v1/respaldos', second.session)).toMatchObject({
      status: 403,
      body: { code: 'FORBIDDEN' },
    })
    expect((await app.get('/v1/respaldos', app.tenant.key)).status).toBe(403)
  })
})
