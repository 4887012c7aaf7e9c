// Deliveries over real sockets: what receivers really do to a connection (http §12.3).

import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { generateKeyPairSync } from 'node:crypto'
import { createServer, type Server, type Socket } from 'node:net'
import forge from 'node-forge'
import { resolveDestino } from '../../../src/areas/webhooks/destino'
import { createPost, type PostFetch } from '../../../src/areas/webhooks/post'

const timers = new Set<{ ms: number; fire(): void }>()
const post = createPost({
  fetch: ((url, init) => fetch(url, init as RequestInit)) as PostFetch,
  timer(ms, fire) {
    const timer = { ms, fire }
    timers.add(timer)
    return () => void timers.delete(timer)
  },
  userAgent: 'Timbre/prueba',
})
const never = new AbortController().signal

async function send(url: string, addresses: string[] = ['127.0.0.1']) {
  const destino = await resolveDestino(url, async () => addresses, { httpsOnly: false, privadas: true })
  return post(
    destino,
    { 'content-type': 'application/json', 'x-service-event': 'dte.emitido' },
    '{"a":1}',
    never,
  )
}

/** A receiver that answers a request with bytes of its own. */
let server: Server
let port: number
let onRequest: (socket: Socket, text: string) => void
const seen: string[] = []
beforeAll(async () => {
  server = createServer((socket) => {
    socket.on('error', () => {})
    socket.on('data', (data) => {
      seen.push(data.toString())
      onRequest(socket, data.toString())
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  port = (server.address() as { port: number }).port
})
afterAll(() => void server.close())

const raw = (answer: string) => {
  onRequest = (socket) => void socket.end(answer)
  return send(`http://127.0.0.1:${port}/hook?a=1`)
}

describe('a delivery on the wire', () => {
  test('goes to the checked address under the name of the URL, its bytes as signed', async () => {
    onRequest = (socket) => void socket.end('HTTP/1.1 200 OK\r\nContent-Length: 7\r\n\r\ngracias')
    seen.length = 0
    const answer = await send(`http://erp.example.cl:${port}/hook?a=1`)
    expect(answer).toEqual({ status: 200, error: null, retryAfter: null, extracto: 'gracias' })
    const [head, body] = seen.join('').split('\r\n\r\n')
    expect(head).toStartWith('POST /hook?a=1 HTTP/1.1\r\n')
    expect(head!.toLowerCase()).toContain(`\r\nhost: erp.example.cl:${port}`)
    expect(head).toContain('Timbre/prueba')
    expect(head!.match(/\r\ncontent-type:/gi)).toHaveLength(1)
    expect(body).toBe('{"a":1}')
  })

  test('tries the next address when one refuses the connection', async () => {
    onRequest = (socket) => void socket.end('HTTP/1.1 204 No Content\r\n\r\n')
    expect((await send(`http://localhost:${port}/`, ['::1', '127.0.0.1'])).status).toBe(204)
  })

  test('does not follow redirects', async () => {
    seen.length = 0
    const answer = await raw(
      `HTTP/1.1 307 Elsewhere\r\nLocation: http://127.0.0.1:${port}/b\r\nContent-Length: 0\r\n\r\n`,
    )
    expect(answer.status).toBe(307)
    expect(seen).toHaveLength(1)
  })

  test('is decided by the status when the body is cut off in the middle', async () => {
    expect(await raw('HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\npoco')).toMatchObject({
      status: 200,
      error: null,
    })
  })

  test('never reads a gigabyte', async () => {
    let sent = 0
    onRequest = (socket) => {
      socket.write('HTTP/1.1 200 OK\r\nContent-Length: 1000000000\r\n\r\n')
      const chunk = Buffer.alloc(65_536, 'x')
      const more = (): void => {
        while (sent < 1e9 && !socket.destroyed) {
          sent += chunk.length
          if (!socket.write(chunk)) return
        }
      }
      socket.on('drain', more)
      more()
    }
    const { status, extracto } = await send(`http://127.0.0.1:${port}/`)
    expect([status, extracto]).toEqual([200, 'x'.repeat(1024)])
    expect(sent).toBeLessThan(50e6)
  })

  test('never unpacks what is sent compressed', async () => {
    const bomb = Bun.gzipSync(new Uint8Array(50e6))
    onRequest = (socket) => {
      socket.write(`HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: ${bomb.length}\r\n\r\n`)
      socket.end(bomb)
    }
    const { status, extracto } = await send(`http://127.0.0.1:${port}/`)
    expect(status).toBe(200)
    // The mark with which gzip begins: the bytes as they came.
    expect(extracto!.startsWith('\u001f')).toBe(true)
  })

  test('is not kept by a body that never ends', async () => {
    onRequest = (socket) => void socket.write('HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\npoco')
    const answer = send(`http://127.0.0.1:${port}/`)
    while (![...timers].some(({ ms }) => ms === 1000)) await new Promise(setImmediate)
    for (const timer of [...timers]) if (timer.ms === 1000) timer.fire()
    expect((await answer).status).toBe(200)
  })

  test('fails on garbage, on silence cut off, on a closed port, and says which', async () => {
    expect(await raw('lalala\r\n\r\n')).toMatchObject({
      status: null,
      error: expect.stringContaining('HTTP'),
    })
    expect(await raw('')).toMatchObject({ status: null, error: expect.stringContaining('Cerró la conexión') })
    expect(await send('http://127.0.0.1:1/')).toMatchObject({ status: null, error: 'Rechazó la conexión' })
    expect(await raw('HTTP/1.1 200 OK\r\nContent-Le')).toMatchObject({ status: null })
    expect(await raw(`HTTP/1.1 200 OK\r\nX-A: ${'a'.repeat(5_000_000)}\r\n\r\n`)).toMatchObject({
      status: null,
      error: expect.stringMatching(/encabezados|Cerró la conexión/),
    })
  })

  test('is given up after fifteen seconds of nothing', async () => {
    const reached = Promise.withResolvers<void>()
    onRequest = () => reached.resolve()
    const answer = send(`http://127.0.0.1:${port}/`)
    await reached.promise
    for (const timer of [...timers]) if (timer.ms === 15_000) timer.fire()
    expect(await answer).toMatchObject({ status: null, error: 'No respondió en 15 segundos' })
  })

  test('rejects when the server stops, so that no attempt is counted', async () => {
    const reached = Promise.withResolvers<void>()
    onRequest = () => reached.resolve()
    const stop = new AbortController()
    const destino = { url: new URL(`http://127.0.0.1:${port}/`), addresses: ['127.0.0.1'] }
    const answer = post(destino, {}, '{}', stop.signal)
    await reached.promise
    stop.abort(new Error('the server is stopping'))
    await expect(answer).rejects.toThrow('the server is stopping')
  })

  test('over TLS wants a certificate of the URL’s own name', async () => {
    const { key, cert } = await ownCertificate()
    const secure = receiveOverTls(key, cert)
    const answer = await send(`https://erp.example.cl:${secure.port}/`)
    expect(answer).toMatchObject({ status: null, error: expect.stringContaining('certificado TLS') })
    expect((await trusting(cert, 'erp.example.cl', secure.port!)).status).toBe(200)
    expect((await trusting(cert, 'otro.example.cl', secure.port!)).error).toContain('certificado TLS')
    await secure.stop(true)
  })

  test('over TLS wants a certificate that is valid now, and sends nothing before', async () => {
    const day = 86_400_000
    const now = Date.now()
    for (const [from, to, status] of [
      [now - day, now + day, 200],
      [now - 2 * day, now - day, null],
      [now + day, now + 2 * day, null],
    ] as const) {
      const { key, cert } = certificateOf('erp.example.cl', from, to)
      let received = 0
      const secure = receiveOverTls(key, cert, () => received++)
      const answer = await trusting(cert, 'erp.example.cl', secure.port!)
      expect([answer.status, received]).toEqual([status, status === null ? 0 : 1])
      if (status === null) expect(answer.error).toContain('certificado TLS')
      await secure.stop(true)
    }
  })
})

const ownCertificate = async () => ({
  key: await Bun.file(`${import.meta.dir}/../../fixtures/tls/llave.pem`).text(),
  cert: await Bun.file(`${import.meta.dir}/../../fixtures/tls/certificado.pem`).text(),
})

/** A certificate of a name, signed by itself, good between two instants. */
function certificateOf(name: string, from: number, to: number): { key: string; cert: string } {
  const { publicKey, privateKey } = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  })
  const made = forge.pki.createCertificate()
  made.publicKey = forge.pki.publicKeyFromPem(publicKey)
  made.serialNumber = '01'
  made.validity = { notBefore: new Date(from), notAfter: new Date(to) }
  made.setSubject([{ name: 'commonName', value: name }])
  made.setIssuer([{ name: 'commonName', value: name }])
  made.setExtensions([{ name: 'subjectAltName', altNames: [{ type: 2, value: name }] }])
  made.sign(forge.pki.privateKeyFromPem(privateKey), forge.md.sha256.create())
  return { key: privateKey, cert: forge.pki.certificateToPem(made) }
}

const receiveOverTls = (key: string, cert: string, received: () => void = () => {}) =>
  Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    tls: { key, cert },
    fetch() {
      received()
      return new Response('ok')
    },
  })

/** A delivery by a server that takes `ca` for an authority. */
const trusting = (ca: string, name: string, to: number) =>
  createPost({
    fetch: ((url, init) => fetch(url, { ...init, tls: { ...init.tls, ca } } as RequestInit)) as PostFetch,
    timer: () => () => {},
    userAgent: 'x',
  })({ url: new URL(`https://${name}:${to}/`), addresses: ['127.0.0.1'] }, {}, '{}', never)
