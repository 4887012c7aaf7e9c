// Routes are found by the path whatever the client calls the server.

import { describe, expect, test } from 'bun:test'
import { asReceived, withWholeUrl } from '../../src/http/request-url'
import { testApp } from '../support/test-app'

/** The status line's code that raw bytes get from a listening server. */
async function statusOf(port: number, raw: string): Promise<number> {
  const { promise, resolve } = Promise.withResolvers<number>()
  let text = ''
  await Bun.connect({
    hostname: '127.0.0.1',
    port,
    socket: {
      open: (socket) => void socket.write(raw),
      data(socket, bytes) {
        text += bytes
        if (!text.includes('\r\n')) return
        resolve(Number(text.split(' ')[1]))
        socket.end()
      },
      close: () => resolve(0),
    },
  })
  return promise
}

describe('a request', () => {
  test('finds its route under a host of one letter, and no other path does', async () => {
    const { app } = await testApp()
    for (const host of ['a', 'ab', 'abc', 'timbre.example.cl', '[::1]:3000']) {
      expect((await app.handle(new Request(`http://${host}/salud`))).status).toBe(200)
      expect((await app.handle(new Request(`http://${host}/ab/salud`))).status).toBe(404)
      expect((await app.handle(new Request(`http://${host}/v1/empresa?a=1/b`))).status).toBe(401)
    }
  })

  test('finds it through the port without a Host, with an empty one and with a short one', async () => {
    const { app } = await testApp()
    const port = Number(new URL(app.start({ hostname: '127.0.0.1', port: 0 }).url).port)
    for (const [path, status] of [
      ['/salud', 200],
      ['/ab/salud', 404],
      ['/v1/empresa/actual', 401],
    ] as const) {
      expect(await statusOf(port, `GET ${path} HTTP/1.0\r\n\r\n`)).toBe(status)
      expect(await statusOf(port, `GET ${path} HTTP/1.1\r\nHost:\r\n\r\n`)).toBe(status)
      expect(await statusOf(port, `GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`)).toBe(status)
    }
    await app.stop(0)
  })

  test('is logged and answered under a Host that makes no URL: whoever sends one must not end the program', async () => {
    const { app, logs } = await testApp({ logLevel: 'debug' })
    const port = Number(new URL(app.start({ hostname: '127.0.0.1', port: 0 }).url).port)
    const asked = async (path: string, host: string) =>
      statusOf(port, `GET ${path} HTTP/1.1\r\nHost: ${host}\r\n\r\n`)
    for (const host of ['[::1', '127.0.0.1:99999', 'a b']) {
      expect(await asked('/salud', host)).toBe(200)
      expect(await asked('/salud?a=1', host)).toBe(400)
      expect(await asked('/ab/salud', host)).toBe(404)
    }
    await app.stop(0)
    const lines = logs
      .filter(({ event }) => event === 'http.request')
      .map(({ path, status }) => `${status} ${path}`)
    expect(lines).toEqual([
      '200 /salud',
      '400 /salud',
      '404 /ab/salud',
      '200 /salud',
      '400 /salud',
      '404 /ab/salud',
      '200 /salud',
      '400 /salud',
      '404 /ab/salud',
    ])
  })

  test('is rebuilt only when its client named no host', () => {
    const named = new Request('http://a/salud')
    expect(withWholeUrl(named)).toBe(named)
    expect(asReceived(named)).toBe(named)
  })
})
