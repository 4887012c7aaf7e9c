// The server about itself (http §23).

import { describe, expect, test } from 'bun:test'
import pkg from '../../../package.json'
import { CAMBIOS, VERSION } from '../../../src/domain/cambios'
import { factura } from '../../support/emisor'
import { testApp, testAppWithFolios, type Wire } from '../../support/test-app'

describe('GET /salud', () => {
  test('says that the process lives, even when nothing else does', async () => {
    const app = await testApp()
    app.store.close()
    expect(await app.get('/salud')).toMatchObject({
      status: 200,
      body: { ok: true, data: { estado: 'vivo', version: VERSION } },
    })
  })
})

/** The SII says what time it is. */
const dated: Wire = async (_, __, pass) => {
  const answer = await pass()
  answer.headers.set('date', new Date('2026-11-20T14:02:11Z').toUTCString())
  return answer
}

describe('GET /listo', () => {
  test('is 200 while the database takes writes and jobs run', async () => {
    const app = await testApp()
    expect(await app.get('/listo')).toMatchObject({
      status: 200,
      body: {
        ok: true,
        data: { base_de_datos: true, trabajos: true, reloj: { desfase_segundos: null, aviso: null } },
      },
    })
  })

  test('says how far the clock is from that of the SII, what to do, and stays 200', async () => {
    const app = await testAppWithFolios({ folios: { 33: 5 }, wire: dated })
    await app.post('/v1/dte/emitir', factura())
    await app.drainJobs()
    const reloj = async () => (await app.get('/listo')).body.data.reloj
    expect(await reloj()).toEqual({ desfase_segundos: 0, aviso: null })
    app.jump(2 * 3_600_000)
    expect(await reloj()).toEqual({
      desfase_segundos: 7200,
      aviso: 'El reloj del servidor está adelantado 7200 s respecto del SII: póngalo en hora (NTP)',
    })
    app.jump(-2 * 3_600_000)
    expect(await reloj()).toEqual({ desfase_segundos: 0, aviso: null })
  })

  test('says nothing of a machine that slept: its clock went on', async () => {
    const app = await testAppWithFolios({ folios: { 33: 5 }, wire: dated })
    await app.post('/v1/dte/emitir', factura())
    await app.drainJobs()
    app.sleep(8 * 3_600_000)
    expect((await app.get('/listo')).body.data.reloj).toEqual({ desfase_segundos: 0, aviso: null })
  })

  test('is 503 with the part that fails when the database only reads', async () => {
    const app = await testApp()
    app.store.client.pragma('query_only = ON')
    const { status, body, headers } = await app.get('/listo')
    expect(status).toBe(503)
    expect(body).toMatchObject({
      ok: false,
      code: 'QUEUE_UNAVAILABLE',
      detalles: [{ base_de_datos: false, trabajos: true }],
    })
    expect(headers.get('retry-after')).toBe('5')
    app.store.client.pragma('query_only = OFF')
    app.advance(1000)
    expect((await app.get('/listo')).status).toBe(200)
  })

  test('says that the disk is full where it is, and no path', async () => {
    const app = await testApp()
    const { client } = app.store
    // So says SQLite of a full disk, for any write.
    const prepare = client.prepare.bind(client)
    const full = Object.assign(new Error('database or disk is full'), { code: 'SQLITE_FULL' })
    client.prepare = ((sql: string) => {
      if (/^insert into "meta"/i.test(sql)) throw full
      return prepare(sql)
    }) as typeof client.prepare
    const { status, body } = await app.get('/listo')
    client.prepare = prepare as typeof client.prepare
    expect([status, body.error]).toEqual([
      503,
      'El servidor no está listo para recibir documentos: el disco del servidor está lleno',
    ])
    expect(body.detalles).toEqual([
      { base_de_datos: false, trabajos: true, motivo: 'El disco del servidor está lleno' },
    ])
  })

  test('writes at most once a second, however often it is asked', async () => {
    const app = await testApp()
    const changes = () => app.store.client.prepare('SELECT total_changes()').pluck().get() as number
    await app.get('/listo')
    const before = changes()
    for (let i = 0; i < 20; i++) await app.get('/listo')
    expect(changes()).toBe(before)
  })
})

describe('GET /cambios', () => {
  test('lists the releases, newest first, each entry of one of the four types', async () => {
    const app = await testApp()
    const { status, body } = await app.get('/cambios')
    expect(status).toBe(200)
    expect(body.data).toEqual(CAMBIOS)
    for (const { version, fecha, cambios } of CAMBIOS) {
      expect(version).toMatch(/^v\d+\.\d+\.\d+$/)
      expect(fecha).toMatch(/^\d{4}-\d{2}-\d{2}$/)
      expect(cambios.length).toBeGreaterThan(0)
    }
    const dates = CAMBIOS.map(({ fecha }) => fecha)
    expect(dates).toEqual(dates.toSorted().reverse())
    // Fixes and changes have their own kind.
    const kinds = new Set(CAMBIOS.flatMap(({ cambios }) => cambios.map(({ tipo }) => tipo)))
    for (const kind of ['Agregado', 'Cambiado', 'Corregido'] as const) expect(kinds).toContain(kind)

    // specification, Versioning 3 and 5.
    expect(body.interfaz.map((v: { version: string; fecha: string }) => [v.version, v.fecha])).toEqual([
      ['v1.22.0', null],
      ['v1.14.0', null],
      ['v1.4.0', '2026-04-22'],
      ['v1.3.0', '2026-04-09'],
      ['v1.2.0', '2026-03-15'],
      ['v1.1.0', '2026-02-20'],
      ['v1.0.0', '2026-01-15'],
    ])
    expect(body.interfaz[2].cambios[0]).toMatchObject({
      tipo: 'Eliminado',
      texto: expect.stringContaining('X-Sync'),
    })
  })

  test('has the version of the package as its newest', () => {
    expect(VERSION).toBe(pkg.version)
  })
})
