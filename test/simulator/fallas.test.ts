// Faults on demand (simulator §7.1), in process and over a real socket.

import { describe, expect, test } from 'bun:test'
import { connect } from 'node:net'
import { serveSimulator } from '../../src/simulator'
import { BASE, type Escena, escena, leaf } from './escena'
import { dte, sobre } from './sobres'

const fault = (e: Escena, servicio: string, falla: string, over: object = {}) =>
  e.api('POST', 'fallas', { servicio, falla, veces: 1, ...over })
const semilla = `${BASE}/maullin/DTEWS/CrSeed.jws?WSDL`
const envelope = async (e: Escena) => sobre([dte({ folio: 1, caf: await e.caf() })])

describe('a fault', () => {
  test('http_503 is a page of maintenance, once', async () => {
    const e = escena()
    await fault(e, 'semilla', 'http_503')
    const first = await e.sim.fetch(new Request(semilla))
    expect([first.status, await first.text()]).toEqual([503, expect.stringContaining('<html>')])
    expect((await e.sim.fetch(new Request(semilla))).status).toBe(200)
  })

  test('error_500_texto is that text under status 200 (simulator §7.1)', async () => {
    const e = escena()
    await fault(e, 'todos', 'error_500_texto')
    const response = await e.sim.fetch(new Request(semilla))
    expect([response.status, await response.text()]).toEqual([200, 'Error 500'])
  })

  test('corte_antes stores nothing; the same upload is then new', async () => {
    const e = escena()
    const xml = await envelope(e)
    await fault(e, 'envio', 'corte_antes')
    await expect(e.upload(xml)).rejects.toThrow(TypeError)
    expect(leaf(await e.upload(xml), 'STATUS')).toBe('0')
  })

  test('corte_despues_de_guardar stores it; the repeat is a 99 and nothing is there twice (simulator §7.1)', async () => {
    const e = escena()
    const xml = await envelope(e)
    await fault(e, 'envio', 'corte_despues_de_guardar')
    await expect(e.upload(xml)).rejects.toMatchObject({ name: 'TypeError', code: 'ECONNRESET' })
    expect(leaf(await e.upload(xml), 'STATUS')).toBe('99')
    e.advance(2000)
    await e.sim.drain()
    const { envios, documentos } = (await e.api('GET', 'libro')).json.data
    expect(envios).toMatchObject([{ estado: 'EPR', veces: 2 }])
    expect(documentos).toMatchObject([{ veredicto: 'aceptado', veces: 2 }])
  })

  test('cuerpo_truncado gives half of the answer', async () => {
    const e = escena()
    const whole = await (await e.sim.fetch(new Request(semilla))).text()
    await fault(e, 'semilla', 'cuerpo_truncado')
    const half = await (await e.sim.fetch(new Request(semilla))).text()
    expect(whole.startsWith(half)).toBe(true)
    expect(half).toHaveLength(whole.length >> 1)
  })

  test('token_rechazado is STATUS 5, ESTADO 003 or 401; sin_permiso STATUS 1, 106 or -07', async () => {
    const e = escena()
    const xml = await envelope(e)
    await fault(e, 'envio', 'token_rechazado')
    expect(leaf(await e.upload(xml), 'STATUS')).toBe('5')
    await fault(e, 'envio', 'sin_permiso')
    expect(leaf(await e.upload(xml), 'STATUS')).toBe('1')
    const estUp = async () =>
      leaf(
        await e.soap('/DTEWS/QueryEstUp.jws', 'getEstUp', [
          ['RutCompania', '76543210'],
          ['DvCompania', '3'],
          ['TrackId', '1'],
          ['Token', 'x'],
        ]),
        'ESTADO',
      )
    await fault(e, 'estado_envio', 'token_rechazado')
    expect(await estUp()).toBe('003')
    await fault(e, 'estado_envio', 'sin_permiso')
    expect(await estUp()).toBe('106')
    await fault(e, 'boleta_envio', 'token_rechazado')
    expect(await e.upload(xml, { host: 'pangal' })).toBe('NO ESTA AUTENTICADO')
    await fault(e, 'token', 'sin_permiso')
    const answer = await e.soap('/DTEWS/GetTokenFromSeed.jws', 'getToken', [['pszXml', '']])
    expect(leaf(answer, 'ESTADO')).toBe('-07')
  })

  test('demora answers later, and gives up when the caller does', async () => {
    const e = escena()
    await fault(e, 'semilla', 'demora', { ms: 30, veces: 2 })
    const before = performance.now()
    expect((await e.sim.fetch(new Request(semilla))).status).toBe(200)
    expect(performance.now() - before).toBeGreaterThanOrEqual(29)
    const signal = AbortSignal.timeout(5)
    await expect(e.sim.fetch(new Request(semilla, { signal }))).rejects.toThrow()
  })

  test("hits only its service, as often as told, until its time by the simulator's clock", async () => {
    const e = escena()
    await e.api('POST', 'fallas', { servicio: 'token', falla: 'http_503', hasta: '2026-03-02T13:01:00Z' })
    expect((await e.sim.fetch(new Request(semilla))).status).toBe(200)
    const token = `${BASE}/palena/DTEWS/GetTokenFromSeed.jws?WSDL`
    for (const status of [503, 503, 503]) expect((await e.sim.fetch(new Request(token))).status).toBe(status)
    e.advance(60_000)
    expect((await e.sim.fetch(new Request(token))).status).toBe(200)
    expect((await e.api('GET', 'fallas')).json.data).toEqual([])
  })

  test('atascado holds at CRT what arrives meanwhile, until the faults are cleared', async () => {
    const e = escena()
    await fault(e, 'envio', 'atascado', { veces: undefined })
    expect((await e.judge(await envelope(e))).estado).toBe('CRT')
    expect((await e.api('DELETE', 'fallas')).json.data).toEqual({ eliminadas: 1 })
    await e.sim.drain()
    expect((await e.api('GET', 'libro')).json.data.envios[0].estado).toBe('EPR')
  })

  test('atascado with hasta lets go by itself', async () => {
    const e = escena()
    await fault(e, 'envio', 'atascado', { hasta: '2026-03-02T14:00:00Z' })
    expect((await e.judge(await envelope(e))).estado).toBe('CRT')
    e.advance(3_600_000)
    await e.sim.drain()
    expect((await e.api('GET', 'libro')).json.data.envios[0]).toMatchObject({
      estado: 'EPR',
      estado_at: '2026-03-02T14:00:00.200Z',
    })
  })

  test('contradiccion says RCH of an envelope beside the documents that it accepted', async () => {
    const e = escena()
    const ask = async () =>
      e.soap('/DTEWS/QueryEstUp.jws', 'getEstUp', [
        ['RutCompania', '76543210'],
        ['DvCompania', '3'],
        ['TrackId', '1'],
        ['Token', await e.token()],
      ])
    await e.judge(await envelope(e))
    await fault(e, 'estado_envio', 'contradiccion')
    const answer = await ask()
    expect([leaf(answer, 'ESTADO'), leaf(answer, 'ACEPTADOS'), leaf(answer, 'RECHAZADOS')]).toEqual([
      'RCH',
      '1',
      '0',
    ])
    expect(leaf(await ask(), 'ESTADO')).toBe('EPR')
    expect((await fault(e, 'envio', 'contradiccion')).status).toBe(422)
  })

  test('can be ended by its id', async () => {
    const e = escena()
    const { id } = (await fault(e, 'semilla', 'http_503')).json.data
    expect((await e.api('DELETE', `fallas/${id}`)).status).toBe(200)
    expect((await e.api('DELETE', `fallas/${id}`)).json).toMatchObject({ ok: false, code: 'NOT_FOUND' })
  })

  const wrong: [string, object][] = [
    ['an unknown service', { servicio: 'nada', falla: 'http_503' }],
    ['an unknown fault', { servicio: 'envio', falla: 'nada' }],
    ['a delay without ms', { servicio: 'envio', falla: 'demora' }],
    ['ms elsewhere', { servicio: 'envio', falla: 'http_503', ms: 5 }],
    ['a stuck query', { servicio: 'token', falla: 'atascado' }],
    ['zero times', { servicio: 'envio', falla: 'http_503', veces: 0 }],
    ['a field nobody knows', { servicio: 'envio', falla: 'http_503', vez: 1 }],
  ]
  for (const [what, body] of wrong) {
    test(`is refused with ${what}`, async () => {
      expect(await escena().api('POST', 'fallas', body)).toMatchObject({
        status: 422,
        json: { ok: false, code: 'VALIDATION_ERROR', error: expect.any(String) },
      })
    })
  }
})

describe('on a port', () => {
  test('the SII and its interface answer, and a cut closes the socket without a byte of an answer', async () => {
    const e = escena()
    const server = serveSimulator({ simulator: e.sim, port: 0 })
    try {
      const url = `${server.url}/maullin/DTEWS/CrSeed.jws?WSDL`
      expect((await fetch(url)).status).toBe(200)
      expect((await fetch(`${server.url}/simulador/receptores`)).status).toBe(200)
      await fault(e, 'semilla', 'corte_antes')
      // A POST: Bun's fetch silently repeats a GET whose kept connection was cut.
      await expect(fetch(url, { method: 'POST', body: 'x' })).rejects.toMatchObject({ code: 'ECONNRESET' })
      await fault(e, 'semilla', 'corte_antes')
      expect(await rawGet(server.port, '/maullin/DTEWS/CrSeed.jws?WSDL')).toBe('')
      expect((await fetch(url)).status).toBe(200)
    } finally {
      await server.stop()
    }
  })
})

/** Everything that comes over a plain socket before it closes. */
const rawGet = (port: number, path: string): Promise<string> =>
  new Promise((resolve) => {
    let text = ''
    const socket = connect(port, '127.0.0.1', () => socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`))
    socket.on('data', (data) => {
      text += data
    })
    socket.on('error', () => {})
    socket.on('close', () => resolve(text))
  })
