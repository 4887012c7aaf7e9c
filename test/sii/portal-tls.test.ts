// The login by certificate as it is outside the simulator: over a handshake that asks for one (sii §11.2).

import { expect, test } from 'bun:test'
import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { createServer } from 'node:tls'
import { createPortal } from '../../src/sii/portal'
import { PERSONA } from '../simulator/sobres'
import { memoria } from './keeper'

const TLS = join(import.meta.dir, '../fixtures/tls')
const HOME = '<html><body>Mi SII</body></html>'
const GOT = `HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: ${HOME.length}\r\nConnection: close\r\n\r\n${HOME}`
const MOVED =
  'HTTP/1.1 302 Found\r\nLocation: https://misiir.sii.cl/cgi_misii/siihome.cgi\r\nSet-Cookie: TOKEN=abcdefghijklm; Path=/; Domain=.sii.cl\r\nContent-Length: 0\r\nConnection: close\r\n\r\n'

test('presents the person’s certificate to herculesr and to nobody else', async () => {
  const seen: [path: string, serial: string | null, body: string][] = []
  const server = createServer(
    {
      key: readFileSync(join(TLS, 'llave.pem')),
      cert: readFileSync(join(TLS, 'certificado.pem')),
      requestCert: true,
      rejectUnauthorized: false,
    },
    (socket) => {
      let text = ''
      socket.on('error', () => {})
      socket.on('data', (piece) => {
        text += piece.toString('latin1')
        const [head = '', body] = text.split('\r\n\r\n')
        const length = Number(/content-length: (\d+)/i.exec(head)?.[1] ?? 0)
        if (body === undefined || body.length < length) return
        const { raw } = socket.getPeerCertificate() as { raw?: Buffer }
        const same = raw ? String(Buffer.compare(raw, PERSONA.certificado.raw) === 0) : null
        seen.push([/ ([^ ?]+)/.exec(head)![1]!, same, body])
        socket.end(head.startsWith('GET') ? GOT : MOVED)
      })
    },
  )
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  const { port } = server.address() as AddressInfo
  const portal = createPortal({
    clock: () => new Date('2026-03-02T13:00:00Z'),
    keeper: memoria(),
    random: randomBytes,
    // The SII's hosts, all of them on this one; its own certificate is nobody's here.
    fetch: (url, init) => {
      const { pathname, search } = new URL(url)
      const { tls } = init as { tls?: object }
      const trusting = { ...init, tls: { ...tls, rejectUnauthorized: false } }
      return fetch(`https://127.0.0.1:${port}${pathname}${search}`, trusting as RequestInit)
    },
  })
  const html = await portal.use(
    {
      ambiente: 'produccion',
      dueno: 'cta_1',
      para: '76543210-3',
      prioridad: 'persona',
      credenciales: [
        {
          metodo: 'certificado',
          id: 'huella',
          rut: PERSONA.rut,
          firmante: {
            id: 'huella',
            rut: PERSONA.rut,
            llave: PERSONA.llave,
            certificado: PERSONA.certificado.raw.toString('base64'),
          },
        },
      ],
    },
    async (sii) => (await sii.cgi('misiir', '/cgi_misii/siihome.cgi', 'inicio')).html,
  )
  server.close()
  expect(html).toBe(HOME)
  expect(seen).toEqual([
    [
      '/cgi_AUT2000/CAutInicio.cgi',
      'true',
      `referencia=${encodeURIComponent('https://misiir.sii.cl/cgi_misii/siihome.cgi')}`,
    ],
    ['/cgi_misii/siihome.cgi', null, ''],
  ])
})
