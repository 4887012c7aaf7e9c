// Bytes of bodies in flight, of each credential and in all.

import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { createUploads } from '../../src/http/uploads'
import { factura } from '../support/emisor'
import { type CompanyApp, testAppWithFolios } from '../support/test-app'

const MIB = 1024 * 1024
const request = () => new Request('http://localhost/')
const code = (work: () => void): string | null => {
  try {
    work()
    return null
  } catch (fault) {
    return (fault as { code: string }).code
  }
}

describe('the places of bodies', () => {
  test('are bounded for each credential and in all', () => {
    const uploads = createUploads({ porLlave: 20 * MIB, total: 45 * MIB })
    for (const owner of ['a', 'a', 'b', 'b']) uploads.hold(request(), owner, 10 * MIB)
    expect(code(() => uploads.hold(request(), 'a', 10 * MIB))).toBe('SERVER_BUSY')
    expect(code(() => uploads.hold(request(), 'c', 10 * MIB))).toBe('SERVER_BUSY')
    expect(code(() => uploads.hold(request(), 'c', 5 * MIB))).toBeNull()
    expect(uploads.bytes()).toBe(45 * MIB)
  })

  test('are given back with the answer, and what was refused took none', () => {
    const uploads = createUploads({ porLlave: 20 * MIB, total: 20 * MIB })
    const first = request()
    uploads.hold(first, 'a', 20 * MIB)
    const second = request()
    expect(code(() => uploads.hold(second, 'a', MIB))).toBe('SERVER_BUSY')
    uploads.release(second)
    uploads.release(first)
    uploads.release(first)
    expect(uploads.bytes()).toBe(0)
    expect(code(() => uploads.hold(second, 'a', 20 * MIB))).toBeNull()
  })

  test('grow with a body that does not say its length', () => {
    const uploads = createUploads({ porLlave: MIB, total: MIB })
    const one = request()
    for (let size = 100_000; size <= MIB; size += 100_000) uploads.hold(one, 'a', size)
    expect(uploads.bytes()).toBe(1_000_000)
    expect(code(() => uploads.hold(one, 'a', MIB + 1))).toBe('SERVER_BUSY')
    uploads.release(one)
    expect(uploads.bytes()).toBe(0)
  })

  test('never keep out a body of 64 KiB', () => {
    const uploads = createUploads({ porLlave: MIB, total: MIB })
    uploads.hold(request(), 'a', MIB)
    expect(code(() => uploads.hold(request(), 'a', 64 * 1024))).toBeNull()
  })
})

describe('a server full of uploads', () => {
  let app: CompanyApp
  let port: number
  const sockets: { end(): void }[] = []
  beforeAll(async () => {
    app = await testAppWithFolios({ folios: { 33: 5 } })
    port = Number(new URL(app.app.start({ hostname: '127.0.0.1', port: 0 }).url).port)
  })
  afterAll(async () => {
    for (const socket of sockets) socket.end()
    await app.app.stop(0)
  })

  /** Says that 10 MiB will come and sends their beginning; what is answered to that. */
  async function begin(): Promise<{ answer: Promise<string>; end(): void }> {
    const answer = Promise.withResolvers<string>()
    const head = [
      `POST /v1/empresa/${app.tenant.empresaId}/certificado HTTP/1.1`,
      'Host: localhost',
      `X-API-Key: ${app.tenant.apiKey}`,
      'Content-Type: application/json',
      `Content-Length: ${10 * MIB}`,
    ]
    const socket = await Bun.connect({
      hostname: '127.0.0.1',
      port,
      socket: {
        open: (socket) => void socket.write(`${head.join('\r\n')}\r\n\r\n{"pfx_base64":"AAAA`),
        data: (_, bytes) => answer.resolve(bytes.toString()),
      },
    })
    sockets.push(socket)
    return { answer: answer.promise, end: () => socket.end() }
  }
  const held = async (uploads: number) => {
    // Each is let in before it is read; the next request tells that it was.
    while ((await app.get('/salud')).status !== 200 || uploads-- > 0);
  }

  test('answers 503 SERVER_BUSY with Retry-After before the body is read, and goes on issuing', async () => {
    await begin()
    await begin()
    await held(20)
    const third = await (await begin()).answer
    expect(third).toStartWith('HTTP/1.1 503')
    expect(third.toLowerCase()).toContain('\r\nretry-after: 2\r\n')
    expect(JSON.parse(third.split('\r\n\r\n')[1]!)).toMatchObject({ ok: false, code: 'SERVER_BUSY' })
    expect((await app.post('/v1/dte/emitir', factura())).status).toBe(202)
  })

  test('has room again when one of them is gone', async () => {
    for (const socket of sockets) socket.end()
    const body = { pfx_base64: 'bm8gZXMgdW4gcGZ4'.repeat(100_000), clave: 'x' }
    const path = `/v1/empresa/${app.tenant.empresaId}/certificado`
    const post = async () => {
      // Over the port, so that the server hears of the connections that closed.
      const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
        method: 'POST',
        headers: { ...app.tenant.key, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      })
      return { status: answer.status, body: (await answer.json()) as { code: string } }
    }
    let reply = await post()
    for (let i = 0; i < 50 && reply.status === 503; i++) reply = await post()
    expect(reply).toMatchObject({ status: 422, body: { code: 'CERTIFICATE_INVALID' } })
  })
})
