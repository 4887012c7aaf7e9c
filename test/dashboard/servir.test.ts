// The answers of `/app/*` and `/` (dashboard §3). The files are small ones of the test: packing the real
// ones is the build's work.

import { describe, expect, test } from 'bun:test'
import { brotliCompressSync, brotliDecompressSync, gunzipSync } from 'node:zlib'
import { type Archivo, createPanel } from '../../src/dashboard/serve'

const text = (ruta: string, tipo: string, content: string): Archivo => ({
  ruta,
  tipo,
  bytes: { br: brotliCompressSync(content).toString('base64') },
})
const HTML = '<!doctype html><title>Timbre</title>'
const panel = createPanel([
  text('', 'text/html; charset=utf-8', HTML),
  text('/app/activos/index-abc.js', 'text/javascript; charset=utf-8', 'let a'),
  { ruta: '/app/fuentes/plex-sans-1.woff2', tipo: 'font/woff2', bytes: { plain: btoa('wOF2') } },
])
const ask = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  panel(new Request(`http://timbre.test${path}`, { method, headers }))
const asked = (...args: Parameters<typeof ask>): Response => {
  const response = ask(...args)
  if (!response) throw new Error('left to the API')
  return response
}

describe('the page', () => {
  test.each(['/app/', '/app/entrar', '/app/76543210-3/documentos/33/12', '/app/x?ambiente=produccion'])(
    'stands at %s, never kept without asking',
    async (path) => {
      const response = asked(path)
      expect(await response.text()).toBe(HTML)
      expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8')
      expect(response.headers.get('cache-control')).toBe('no-cache')
    },
  )

  test('carries the policy: own scripts alone, Trusted Types, no frame around it', () => {
    const { headers } = asked('/app/')
    const policy = headers.get('content-security-policy')?.split('; ')
    expect(policy).toContain("default-src 'none'")
    expect(policy).toContain("script-src 'self'")
    expect(policy).toContain("style-src 'self'")
    expect(policy).toContain("frame-ancestors 'none'")
    expect(policy).toContain("require-trusted-types-for 'script'")
    expect(policy?.join()).not.toContain('unsafe')
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('referrer-policy')).toBe('same-origin')
    expect(headers.get('x-robots-tag')).toBe('noindex')
  })

  test('asks no Trusted Types of Firefox, whose viewer of a PDF in memory inherits them and breaks', () => {
    const agent = 'Mozilla/5.0 (X11; Linux x86_64; rv:153.0) Gecko/20100101 Firefox/153.0'
    const { headers } = asked('/app/', { 'user-agent': agent })
    const policy = headers.get('content-security-policy')
    expect(policy).toContain("script-src 'self'")
    expect(policy).not.toContain('trusted-types')
    expect(headers.get('vary')).toBe('Accept-Encoding, User-Agent')
  })

  test('is not sent again to who has it', () => {
    const etag = asked('/app/').headers.get('etag') ?? ''
    expect(etag).toMatch(/^"[\w-]+"$/)
    for (const known of [etag, `W/${etag}`, `"other", ${etag}`, '*'])
      expect(asked('/app/', { 'if-none-match': known }).status).toBe(304)
    expect(asked('/app/', { 'if-none-match': '"other"' }).status).toBe(200)
    // The same page, packed otherwise, is another entity.
    expect(asked('/app/', { 'if-none-match': etag, 'accept-encoding': 'br' }).status).toBe(200)
  })
})

describe('files', () => {
  test('are kept for a year, for their names change with them', () => {
    for (const path of ['/app/activos/index-abc.js', '/app/fuentes/plex-sans-1.woff2'])
      expect(asked(path).headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
  })

  test.each(['/app/activos/index-old.js', '/app/activos/', '/app/fuentes/other.woff2'])(
    '%s, that is not there, is 404 and never the page',
    async (path) => {
      const response = asked(path)
      expect([response.status, await response.text()]).toEqual([404, ''])
      expect(response.headers.get('cache-control')).toBe('no-store')
    },
  )
})

describe('packing', () => {
  test('br before gzip before plain, as the client takes them', async () => {
    const bytes = async (accept: string) => {
      const response = asked('/app/', { 'accept-encoding': accept })
      expect(response.headers.get('vary')).toBe('Accept-Encoding, User-Agent')
      return {
        coding: response.headers.get('content-encoding'),
        body: Buffer.from(await response.arrayBuffer()),
      }
    }
    const br = await bytes('gzip, deflate, br')
    expect([br.coding, brotliDecompressSync(br.body).toString()]).toEqual(['br', HTML])
    const gzip = await bytes('gzip;q=0.8, br;q=0')
    expect([gzip.coding, gunzipSync(gzip.body).toString()]).toEqual(['gzip', HTML])
    const plain = await bytes('identity')
    expect([plain.coding, plain.body.toString()]).toEqual([null, HTML])
  })

  test('a font goes as it is', () => {
    const { headers } = asked('/app/fuentes/plex-sans-1.woff2', { 'accept-encoding': 'br, gzip' })
    expect([headers.get('content-encoding'), headers.get('content-length')]).toEqual([null, '4'])
  })
})

test('HEAD has the headers and no body; what would write is refused', async () => {
  const head = asked('/app/', {}, 'HEAD')
  expect([head.status, head.headers.get('content-length'), await head.text()]).toEqual([
    200,
    String(HTML.length),
    '',
  ])
  const post = asked('/app/', {}, 'POST')
  expect([post.status, post.headers.get('allow')]).toEqual([405, 'GET, HEAD'])
})

test('an empty server leads whoever comes in to the registration of its first person, and programs to the API', () => {
  const first = () => '/instalar/x'
  const html = { accept: 'text/html' }
  const to = (path: string, headers: Record<string, string>) =>
    panel(new Request(`http://h${path}`, { headers }), first)?.headers.get('location')
  expect(['/', '/app', '/app/', '/app/entrar'].map((path) => to(path, html))).toEqual(
    Array(4).fill('/instalar/x'),
  )
  expect([to('/', {}), to('/app/documentos', html)]).toEqual([undefined, null])
})

test('the icon that browsers ask for by themselves is there', async () => {
  const icon = asked('/favicon.ico')
  expect([icon.status, icon.headers.get('content-type')]).toEqual([200, 'image/svg+xml'])
  expect(await icon.text()).toStartWith('<svg ')
})

test('/ leads browsers to the dashboard and leaves programs to the API', () => {
  const browser = asked('/', { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' })
  expect([browser.status, browser.headers.get('location')]).toEqual([302, '/app/'])
  expect(ask('/', { accept: 'application/json' })).toBeNull()
  expect(ask('/')).toBeNull()
  expect(ask('/', { accept: 'text/html' }, 'POST')).toBeNull()
  expect(asked('/app').headers.get('location')).toBe('/app/')
})

test('everything else is left to the API', () => {
  for (const path of ['/v1/documentos', '/application', '/docs', '/salud']) expect(ask(path)).toBeNull()
})
