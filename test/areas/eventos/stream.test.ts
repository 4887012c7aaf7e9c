// GET /v1/events/stream and its tickets (http §13).

import { beforeEach, describe, expect, test } from 'bun:test'
import { connect } from 'node:net'
import { VERSION } from '../../../src/domain/cambios'
import { emit } from '../../support/emision'
import { invitePerson } from '../../support/personas'
import { type CompanyApp, loadFolios, nuevaEmpresa, testAppWithFolios } from '../../support/test-app'
import { createReceptor, register } from '../webhooks/receptor'
import { openStream, type Trama } from './lector'

const LATIDO = 15_000

let receptor: ReturnType<typeof createReceptor>
let app: CompanyApp
beforeEach(async () => {
  receptor = createReceptor()
  app = await testAppWithFolios({
    receptor: receptor.fetch,
    folios: { 33: 50 },
    streams: { porUsuario: 3, porEmpresa: 4 },
  })
})

const open = (headers = app.tenant.key, query = '') => openStream(app, headers, query)
const ticketOf = async (headers = app.tenant.session) =>
  (await app.post('/v1/events/ticket', undefined, headers)).body.data.ticket
const turns = async (n = 20) => {
  for (let i = 0; i < n; i++) await new Promise(setImmediate)
}

describe('the stream', () => {
  test('says hello, then tells each event with the webhook’s own body and a number', async () => {
    await register(app, { eventos: ['dte.emitido'] })
    const stream = await open()
    expect(stream.headers.get('content-type')).toBe('text/event-stream; charset=utf-8')
    expect(stream.headers.get('cache-control')).toBe('no-store')
    expect(stream.headers.get('x-accel-buffering')).toBe('no')
    expect(stream.headers.get('x-request-id')).toStartWith('req_')
    const [retry, hello] = await stream.take(2)
    expect(retry).toEqual({ retry: '3000' })
    expect(hello).toMatchObject({
      event: 'conectado',
      data: { empresa_id: app.tenant.empresaId, servidor: VERSION },
    })
    const jobs = [await emit(app), await emit(app)]
    await app.drainJobs()
    const tramas = await stream.take(2)
    expect(tramas.map(({ event }) => event)).toEqual(['dte.emitido', 'dte.emitido'])
    expect(tramas.map(({ data }) => (data as { data: { job_id: string } }).data.job_id)).toEqual(jobs)
    expect(tramas.map(({ data }) => JSON.stringify(data))).toEqual(receptor.recibidos.map(({ body }) => body))
    const [first, second] = tramas.map(({ id }) => Number(id))
    expect(second).toBe(first! + 1)
    expect(first).toBe(Number(hello!.id) + 1)
  })

  test('answers a HEAD at once and opens nothing for it', async () => {
    const head = new Request('http://localhost/v1/events/stream', { method: 'HEAD', headers: app.tenant.key })
    const { status, headers } = await app.app.handle(head)
    expect([status, headers.get('content-type')]).toEqual([200, 'text/event-stream; charset=utf-8'])
    expect(app.app.services.streams.count()).toBe(0)
  })

  test('carries a comment every fifteen seconds', async () => {
    const stream = await open()
    await stream.take(2)
    for (let i = 0; i < 3; i++) {
      app.fireTimers(LATIDO)
      expect(await stream.take(1)).toEqual([{ comment: 'latido' }])
    }
    await stream.close()
    app.fireTimers(LATIDO)
    expect(app.app.services.streams.count()).toBe(0)
  })

  test('tells nobody what was undone', async () => {
    const stream = await open()
    await stream.take(2)
    const origen = { empresaId: app.tenant.empresaId, ambiente: 'simulacion' as const }
    const { eventos } = app.app.services
    const write = app.store.client.transaction((undo: boolean) => {
      eventos.emit(origen, [{ evento: 'dte.emitido', data: () => ({ undo }) }])
      if (undo) throw new Error('undo')
    })
    expect(() => write.immediate(true)).toThrow('undo')
    await turns()
    write.immediate(false)
    expect(await stream.take(1)).toMatchObject([{ data: { data: { undo: false } } }])
  })

  test('reaches hundreds of readers, each event once and in order', async () => {
    const crowd = await testAppWithFolios({
      folios: { 33: 50 },
      streams: { porUsuario: 300, porEmpresa: 300 },
    })
    const streams = await Promise.all(Array.from({ length: 250 }, () => openStream(crowd, crowd.tenant.key)))
    for (const stream of streams) await stream.take(2)
    const jobs = [await emit(crowd), await emit(crowd)]
    await crowd.drainJobs()
    for (const stream of streams) {
      const told = (await stream.take(2)).map(
        ({ data }) => (data as { data: { job_id: string } }).data.job_id,
      )
      expect(told).toEqual(jobs)
    }
  })

  test('is of one company and environment', async () => {
    const stranger = await app.registerCompany()
    const sibling = (await app.post('/v1/empresa', nuevaEmpresa('76192083-9'), app.tenant.session)).body.data
    const { body } = await app.post(
      '/v1/apikeys',
      { nombre: 'hermana', empresa_id: sibling.id, scopes: ['dte:leer'] },
      app.tenant.session,
    )
    const streams = await Promise.all([
      open(stranger.key),
      open({ 'x-api-key': body.data.api_key }),
      open({ ...app.tenant.session, 'x-ambiente': 'certificacion' }),
    ])
    for (const stream of streams) await stream.take(2)
    await emit(app)
    await app.drainJobs()
    await loadFolios(app, stranger, { 33: 5 })
    await turns()
    app.fireTimers(LATIDO)
    expect(await streams[1]!.take(1)).toEqual([{ comment: 'latido' }])
    expect(await streams[2]!.take(1)).toEqual([{ comment: 'latido' }])
    const [trama] = await streams[0]!.take(1)
    expect(trama).toMatchObject({
      event: 'folios.recibidos',
      data: { data: { empresa_id: stranger.empresaId } },
    })
  })
})

describe('a reader that comes back', () => {
  test('with Last-Event-ID within 15 minutes gets what it missed, by header or in the address', async () => {
    const stream = await open()
    await stream.take(2)
    await emit(app)
    await app.drainJobs()
    const [seen] = await stream.take(1)
    await stream.close()
    app.advance(60_000)
    const missed = [await emit(app), await emit(app)]
    await app.drainJobs()
    const again = await open({ ...app.tenant.key, 'last-event-id': seen!.id! })
    const tramas: Trama[] = []
    while (tramas.length < 2)
      tramas.push(...(await again.take(1)).filter(({ event }) => event === 'dte.emitido'))
    expect(tramas.map(({ data }) => (data as { data: { job_id: string } }).data.job_id)).toEqual(missed)
    const third = await open(app.tenant.key, `?last_event_id=${tramas[0]!.id}`)
    const [, , next] = await third.take(3)
    expect(next!.id).toBe(String(Number(tramas[0]!.id) + 1))
  })

  test('later than that, or with a number that is none of ours, is told to begin anew', async () => {
    const stream = await open()
    await stream.take(2)
    await emit(app)
    await app.drainJobs()
    const [seen] = await stream.take(1)
    await emit(app)
    await app.drainJobs()
    await stream.close()
    app.advance(16 * 60_000)
    for (const id of [seen!.id!, '999999', 'abc', '-1']) {
      const again = await open({ ...app.tenant.key, 'last-event-id': id })
      const [, hello, reset] = await again.take(3)
      expect([id, hello!.event, reset!.event]).toEqual([id, 'conectado', 'reinicio'])
      await again.close()
    }
  })

  test('after events that nobody could have kept for it, too', async () => {
    await emit(app)
    await app.drainJobs()
    const again = await open({ ...app.tenant.key, 'last-event-id': '0' })
    expect((await again.take(3))[2]!.event).toBe('reinicio')
  })

  test('with nothing missed just goes on', async () => {
    const stream = await open()
    const [, hello] = await stream.take(2)
    await stream.close()
    const again = await open({ ...app.tenant.key, 'last-event-id': hello!.id! })
    await again.take(2)
    app.fireTimers(LATIDO)
    expect(await again.take(1)).toEqual([{ comment: 'latido' }])
  })
})

describe('a ticket', () => {
  test('opens one stream within a minute, and none after it was used or grew old', async () => {
    const ticket = await ticketOf()
    const stream = await open({}, `?ticket=${ticket}`)
    expect(stream.status).toBe(200)
    const again = await open({}, `?ticket=${ticket}`)
    expect([again.status, again.body]).toMatchObject([401, { code: 'TOKEN_INVALID' }])
    const late = await ticketOf()
    app.advance(60_000)
    expect((await open({}, `?ticket=${late}`)).status).toBe(401)
    expect((await open({}, '?ticket=inventado')).status).toBe(401)
  })

  test('is for sessions with a company, never for keys, and opens nothing else', async () => {
    expect((await app.post('/v1/events/ticket', undefined, app.tenant.key)).body.code).toBe(
      'SESSION_REQUIRED',
    )
    const { body } = await app.post(
      '/auth/register',
      { nombre: 'Sola', email: 's@example.cl', password: 'una clave larga' },
      {},
    )
    const lonely = { authorization: `Bearer ${body.access_token}` }
    expect((await app.post('/v1/events/ticket', undefined, lonely)).body.code).toBe('NO_ACTIVE_COMPANY')
    const ticket = await ticketOf()
    expect((await app.get(`/v1/documentos?ticket=${ticket}`, {})).status).toBe(401)
    expect((await open({}, `?ticket=${ticket}`)).status).toBe(200)
  })

  test('of a session that ended meanwhile opens nothing', async () => {
    const ticket = await ticketOf()
    await app.post('/auth/logout', { refresh_token: app.tenant.refreshToken }, {})
    expect((await open({}, `?ticket=${ticket}`)).body.code).toBe('TOKEN_INVALID')
  })
})

describe('a stream ends', () => {
  test('when its session changes the company', async () => {
    const stream = await open(app.tenant.session)
    const byKey = await open()
    await stream.take(2)
    await byKey.take(2)
    const other = (await app.post('/v1/empresa', nuevaEmpresa('76192083-9'), app.tenant.session)).body.data
    await app.post('/v1/empresa/seleccionar', { empresa_id: other.id }, app.tenant.session)
    expect(await stream.rest()).toEqual([{ event: 'empresa_cambiada', data: {} }])
    app.fireTimers(LATIDO)
    expect(await byKey.take(1)).toEqual([{ comment: 'latido' }])
  })

  test('when its session is closed or its key revoked: no later event is seen', async () => {
    const streams = [await open(app.tenant.session), await open()]
    for (const stream of streams) await stream.take(2)
    await app.post('/auth/logout', { refresh_token: app.tenant.refreshToken }, {})
    app.store.client.exec("UPDATE api_key SET revoked_at = '2026-11-20T14:02:11.000Z'")
    const origen = { empresaId: app.tenant.empresaId, ambiente: null }
    app.app.services.eventos.emit(origen, [{ evento: 'dte.emitido', data: () => ({}) }])
    for (const stream of streams) expect(await stream.rest()).toEqual([])
    expect(app.app.services.streams.count()).toBe(0)
  })

  test('when its person loses the permission to read, or the company', async () => {
    const byRole = await invitePerson(app, app.tenant.session, 'lector', { empresas: [app.tenant.empresaId] })
    const byCompany = await invitePerson(app, app.tenant.session, 'contador')
    const streams = []
    for (const { session } of [byRole, byCompany]) {
      await app.post('/v1/empresa/seleccionar', { empresa_id: app.tenant.empresaId }, session)
      streams.push(await open(session))
    }
    for (const stream of streams) await stream.take(2)
    const other = (await app.post('/v1/empresa', nuevaEmpresa('76192083-9'), app.tenant.session)).body.data
    const limit = (id: string, body: object) => app.put(`/v1/usuarios/${id}`, body, app.tenant.session)
    expect((await limit(byRole.id, { permisos_quitados: ['dte:leer'] })).status).toBe(200)
    expect((await limit(byCompany.id, { empresas: [other.id] })).status).toBe(200)
    const origen = { empresaId: app.tenant.empresaId, ambiente: null }
    app.app.services.eventos.emit(origen, [{ evento: 'dte.emitido', data: () => ({}) }])
    for (const stream of streams) expect(await stream.rest()).toEqual([])
  })

  test('when it does not read: what it misses waits on the disk, not in memory, and two heartbeats later it is let go', async () => {
    const slow = await open()
    const { eventos, streams } = app.app.services
    const origen = { empresaId: app.tenant.empresaId, ambiente: null }
    for (let i = 0; i < 200; i++) {
      eventos.emit(origen, [{ evento: 'dte.emitido', data: () => ({ i, relleno: 'x'.repeat(1000) }) }])
      await turns(1)
    }
    app.fireTimers(LATIDO)
    expect(streams.count()).toBe(1)
    app.fireTimers(LATIDO)
    expect(streams.count()).toBe(0)
    // Two chunks waited for it, each with the few events there were when it was made.
    expect((await slow.rest()).length).toBeLessThan(110)
  })

  test('when nobody takes its bytes from the socket: the system’s buffers are all that fills', async () => {
    const port = Number(new URL(app.app.start({ hostname: '127.0.0.1', port: 0 }).url).port)
    const socket = connect(port, '127.0.0.1')
    socket.pause()
    socket.on('error', () => {})
    socket.write(`GET /v1/events/stream HTTP/1.1\r\nHost: a\r\nX-API-Key: ${app.tenant.apiKey}\r\n\r\n`)
    const { eventos, streams } = app.app.services
    while (streams.count() === 0) await turns(1)
    const origen = { empresaId: app.tenant.empresaId, ambiente: null }
    // More than any system keeps for a socket.
    for (let i = 0; i < 3000; i++) {
      eventos.emit(origen, [{ evento: 'dte.emitido', data: () => ({ i, relleno: 'x'.repeat(10_000) }) }])
      if (i % 10 === 0) await turns(2)
    }
    expect(streams.count()).toBe(1)
    for (let beat = 0; beat < 3 && streams.count() > 0; beat++) {
      app.fireTimers(LATIDO)
      await turns()
    }
    expect(streams.count()).toBe(0)
    socket.destroy()
    await app.app.stop(0)
  })

  test('when the server stops, and no other opens', async () => {
    const stream = await open()
    await stream.take(2)
    await app.app.stop(0)
    expect(await stream.rest()).toEqual([])
    expect((await open()).status).toBe(503)
  })
})

describe('too many streams', () => {
  test('of one person: a session’s oldest gives way, as a reload would have it; a key is refused', async () => {
    const own = [
      await open(app.tenant.session),
      await open(app.tenant.session),
      await open(app.tenant.session),
    ]
    const again = await open(app.tenant.session)
    expect(again.status).toBe(200)
    expect(JSON.stringify(await own[0]!.rest())).toContain('reemplazada')
    // The company is full with this one: its own person's next takes the place of their oldest, nobody else's.
    expect((await open()).status).toBe(200)
    const refused = await open()
    expect([refused.status, refused.body]).toMatchObject([429, { code: 'RATE_LIMIT' }])
    expect(refused.headers.get('retry-after')).toBe('3')
    expect(refused.body.error).toContain('La empresa')
    expect((await open(app.tenant.session)).status).toBe(200)
    expect(JSON.stringify(await own[1]!.rest())).toContain('reemplazada')
  })

  test('of one key: it is refused for its own limit while the company has room, and a person without any where it has none', async () => {
    for (let i = 0; i < 3; i++) expect((await open()).status).toBe(200)
    const refused = await open()
    expect([refused.status, refused.body.error]).toEqual([
      429,
      expect.stringContaining('Esta llave ya tiene 3'),
    ])
    expect((await open(app.tenant.session)).status).toBe(200)
    const other = await invitePerson(app, app.tenant.session, 'lector')
    const full = await open(other.session)
    expect([full.status, full.body.error]).toEqual([429, expect.stringContaining('La empresa')])
  })
})
