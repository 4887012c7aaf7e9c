// The public page of a document (http §11, `consulta_publica`): who may see it, what it says, and that nothing in it runs.

import { describe, expect, test } from 'bun:test'
import { discard, document, emit, fail, heal, nota, outlastAttempts } from '../../support/emision'
import { boleta, factura, RECEPTOR } from '../../support/emisor'
import { TRANSPORTE } from '../../support/solicitudes'
import { type CompanyApp, type TestApp, type TestAppOptions, testAppWithFolios } from '../../support/test-app'

const abrir = (app: CompanyApp, consulta_publica: boolean) =>
  app.put(`/v1/empresa/${app.tenant.empresaId}`, { consulta_publica })

async function shop(options: TestAppOptions = {}) {
  const app = await testAppWithFolios(options)
  await abrir(app, true)
  return app
}

const enlace = async (app: TestApp, tipo = 33, folio = 1): Promise<string> =>
  (await document(app, tipo, folio)).links.publico

/** The document's page, as anybody sees it. */
const ver = async (app: TestApp, tipo = 33, folio = 1) => app.get(await enlace(app, tipo, folio), {})

test('a guide that only moves goods has no total, not a total of nothing', async () => {
  const app = await shop({ folios: { 52: 5 } })
  await emit(app, {
    tipo_dte: 52,
    traslado: { ...TRANSPORTE, ind_traslado: 5, tipo_despacho: undefined },
    receptor: RECEPTOR,
    detalle: [{ nombre: 'Andamio', cantidad: 4 }],
  })
  await app.settle()
  const { body } = await ver(app, 52)
  expect(body).toContain('<dd class="total">Sin valores</dd>')
})

const INEXISTENTE = `/ver/${'A'.repeat(24)}`

describe('links.publico', () => {
  test('is there once the document is signed and the company wants it, the same ever after', async () => {
    const app = await testAppWithFolios()
    await emit(app, factura())
    await app.settle()
    expect(await enlace(app)).toBeNull()
    await abrir(app, true)
    const first = await enlace(app)
    expect(first).toMatch(/^\/ver\/[A-Za-z0-9_-]{24}$/)
    expect(await enlace(app)).toBe(first)
    await emit(app, factura())
    expect(await enlace(app, 33, 2)).toBeNull()
    await app.settle()
    expect(await enlace(app, 33, 2)).not.toBe(first)
  })

  test('is whole where the server knows its own address', async () => {
    const app = await shop({ publicUrl: 'https://dte.example.cl/timbre' })
    await emit(app, factura())
    await app.settle()
    const url = await enlace(app)
    expect(url).toStartWith('https://dte.example.cl/timbre/ver/')
    const { body } = await app.get(url.replace('https://dte.example.cl/timbre', ''), {})
    expect(body).toContain(`href="${url}/pdf"`)
  })

  test('is in no log, for whoever has it may look', async () => {
    const app = await shop({ logLevel: 'debug' })
    await emit(app, factura())
    await app.settle()
    const link = await enlace(app)
    for (const path of [link, `${link}/pdf`]) expect((await app.get(path, {})).status).toBe(200)
    // The line is written once the answer has left.
    while (!app.logs.some(({ path }) => String(path).endsWith('/pdf'))) await new Promise(setImmediate)
    expect(JSON.stringify(app.logs)).not.toContain(link)
    expect(app.logs.at(-1)!.path).toBe('/ver/…/pdf')
  })

  test('is missing, and the document still there, while the disk takes nothing', async () => {
    const app = await shop()
    await emit(app, factura())
    await app.settle()
    app.store.client.pragma('query_only = ON')
    expect(await document(app, 33, 1)).toMatchObject({ folio: 1, links: { publico: null } })
    app.store.client.pragma('query_only = OFF')
    expect(await enlace(app)).toStartWith('/ver/')
  })

  test('is nowhere in the database in the clear', async () => {
    const app = await shop()
    await emit(app, factura())
    await app.settle()
    const clave = (await enlace(app)).slice('/ver/'.length)
    const row = app.store.client.prepare('SELECT * FROM documento_publico').get() as Record<string, unknown>
    for (const value of Object.values(row)) {
      const bytes = typeof value === 'string' ? Buffer.from(value) : Buffer.from(value as Uint8Array)
      expect(bytes.includes(clave)).toBe(false)
    }
  })
})

describe('GET /ver/:clave', () => {
  test('shows issuer, receiver, type, folio, date, total and verdict, and its buttons work', async () => {
    const app = await shop()
    await emit(app, factura())
    await app.settle()
    const { status, body, headers } = await ver(app)
    expect(status).toBe(200)
    expect(headers.get('content-type')).toBe('text/html; charset=utf-8')
    for (const text of [
      'Factura electrónica N° 1',
      'Comercial Ñandú &#38; Compañía Limitada',
      'RUT 76.543.210-3',
      'Ferretería Ñuble Limitada',
      'RUT 77.123.456-9',
      '20-11-2026',
      '$133.876',
      'Aceptado por el SII',
      'sin validez tributaria',
    ])
      expect(body).toContain(text)
    const links = [...body.matchAll(/href="([^"]+)"/g)].map(([, href]) => href!)
    expect(links).toHaveLength(2)
    const [pdf, xml] = await Promise.all(
      links.map((href) => app.app.handle(new Request(`http://localhost${href}`))),
    )
    expect(pdf!.headers.get('content-type')).toBe('application/pdf')
    expect(pdf!.headers.get('content-disposition')).toBe('inline; filename="DTE_76543210-3_T33F1.pdf"')
    expect(Buffer.from(await pdf!.arrayBuffer()).toString('latin1', 0, 5)).toBe('%PDF-')
    const own = new Request('http://localhost/v1/dte/xml/33/1', { headers: app.tenant.key })
    const signed = Buffer.from(await (await app.app.handle(own)).arrayBuffer())
    expect(Buffer.from(await xml!.arrayBuffer())).toEqual(signed)
  })

  test('is for its reader alone: no index, no referrer, no shared cache, nothing from outside, nothing that runs', async () => {
    const app = await shop()
    await emit(app, factura())
    await app.settle()
    const base = await enlace(app)
    for (const path of [base, `${base}/pdf`, `${base}/xml`, INEXISTENTE]) {
      const { headers } = await app.get(path, {})
      expect(headers.get('x-robots-tag')).toContain('noindex')
      expect(headers.get('referrer-policy')).toBe('no-referrer')
      expect(headers.get('cache-control')).toBe('private, no-cache')
      expect(headers.get('x-content-type-options')).toBe('nosniff')
    }
    const { body, headers } = await ver(app)
    const policy = headers.get('content-security-policy')!
    expect(policy).toStartWith("default-src 'none'")
    expect(policy).not.toContain('script-src')
    const style = new Bun.CryptoHasher('sha256')
      .update(/<style>([\s\S]*)<\/style>/.exec(body)![1]!)
      .digest('base64')
    expect(policy).toContain(`style-src 'sha256-${style}'`)
    expect(body).not.toMatch(/<script|<img|<link|<form|style=|https?:\/\//)
  })

  test('a file asked for again with its ETag is not sent again', async () => {
    const app = await shop()
    await emit(app, factura())
    await app.settle()
    const base = await enlace(app)
    for (const path of [`${base}/pdf`, `${base}/xml`]) {
      const etag = (await app.get(path, {})).headers.get('etag')!
      expect(await app.get(path, { 'if-none-match': etag })).toMatchObject({ status: 304, body: '' })
    }
  })

  test('shows names as they are written, whatever they try to be', async () => {
    const app = await shop()
    const razon_social = "<script>alert(1)</script>\" onload='x' &amp;"
    await emit(app, factura({ receptor: { ...RECEPTOR, razon_social } }))
    await app.settle()
    const { body } = await ver(app)
    expect(body).not.toContain('<script')
    expect(body).not.toContain(razon_social)
    expect(body).toContain('&#60;script&#62;alert(1)&#60;/script&#62;&#34; onload=&#39;x&#39; &#38;amp;')
  })

  test('of an anonymous boleta names no receiver', async () => {
    const app = await shop()
    await emit(app, boleta())
    await app.settle()
    const { body } = await ver(app, 39)
    expect(body).toContain('Consumidor final')
    expect(body).not.toContain('66.666.666-6')
  })
})

describe('what it says of the SII', () => {
  test('is no more than is known: signed, sent, accepted', async () => {
    const app = await shop()
    await fail(app, 'semilla', 'http_503')
    await emit(app, factura())
    await app.drainJobs()
    expect((await ver(app)).body).toContain('Aún no recibido por el SII')
    await app.delete('/simulador/fallas')
    app.advance(30_000)
    await app.app.services.runner.drain()
    expect((await ver(app)).body).toContain('Enviado al SII')
    expect((await ver(app)).body).not.toContain('Aceptado')
    await app.settle()
    expect((await ver(app)).body).toContain('Aceptado por el SII')
  })

  test('does not dress up a rejection or an objection', async () => {
    const app = await shop()
    // Magic receivers of the simulator (http §24): rejected for its stamp, accepted with objections.
    for (const rut of ['90000002-2', '90000004-9'])
      await emit(app, factura({ receptor: { ...RECEPTOR, rut } }))
    await app.settle()
    const [rejected, objected] = [(await ver(app, 33, 1)).body, (await ver(app, 33, 2)).body]
    expect(rejected).toContain('Rechazado por el SII')
    expect(rejected).toContain('No tiene validez tributaria')
    expect(rejected).not.toContain('Aceptado')
    expect(objected).toContain('Aceptado por el SII con reparos')
  })

  test('tells of the note that voids it', async () => {
    const app = await shop()
    await emit(app, factura())
    await app.settle()
    await emit(app, nota(1))
    expect((await ver(app)).body).toContain('El SII aún no acepta esa nota')
    await app.settle()
    const { body } = await ver(app)
    expect(body).toContain('Anulado')
    expect(body).toContain('Nota de crédito electrónica N° 1')
    expect(body).not.toContain('aún no acepta')
  })

  test('tells of a document that was given up', async () => {
    const app = await shop()
    await fail(app, 'envio', 'sin_permiso')
    const id = await emit(app, factura())
    await app.drainJobs()
    const link = await enlace(app)
    expect((await discard(app, id, true)).status).toBe(200)
    expect((await app.get(link, {})).body).toContain('Descartado')
  })

  test('tells what the SII says of a document that was given up on its way there', async () => {
    const app = await shop()
    await fail(app, 'envio', 'corte_despues_de_guardar', 1)
    await fail(app, 'estado_dte', 'http_503')
    const id = await emit(app, factura())
    await outlastAttempts(app)
    expect((await discard(app, id, true)).status).toBe(200)
    expect((await ver(app)).body).toContain('Descartado')
    await heal(app)
    await outlastAttempts(app)
    expect((await ver(app)).body).toContain('Aceptado por el SII')
  })
})

describe('an address behind which there is nothing to see', () => {
  test('is one page and one status: unknown, misspelt, switched off, its files too', async () => {
    const app = await shop()
    await emit(app, factura())
    await app.settle()
    const base = await enlace(app)
    const wrong = await app.get(INEXISTENTE, {})
    expect(wrong.status).toBe(404)
    expect(wrong.body).toContain('Este documento no existe')
    const same = async (path: string) => {
      const { status, body, headers } = await app.get(path, {})
      expect([path, status, body]).toEqual([path, 404, wrong.body])
      const ids = (list: Headers) => [...list].filter(([name]) => name !== 'x-request-id')
      expect(ids(headers)).toEqual(ids(wrong.headers))
    }
    for (const path of [
      '/ver/x',
      `${base}A`,
      base.slice(0, -1),
      `${INEXISTENTE}/pdf`,
      `${INEXISTENTE}/xml`,
      '/ver/%00',
    ])
      await same(path)
    await abrir(app, false)
    for (const path of [base, `${base}/pdf`, `${base}/xml`]) await same(path)
    expect(await enlace(app)).toBeNull()
    await abrir(app, true)
    expect(await enlace(app)).toBe(base)
    expect((await app.get(base, {})).status).toBe(200)
  })

  test('is every one of a company that was deleted', async () => {
    const app = await shop()
    await emit(app, factura())
    await app.settle()
    const base = await enlace(app)
    expect(
      (await app.delete(`/v1/empresa/${app.tenant.empresaId}`, undefined, app.tenant.session)).status,
    ).toBe(204)
    expect((await app.get(base, {})).status).toBe(404)
  })
})
