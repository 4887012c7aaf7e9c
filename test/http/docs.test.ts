// GET /docs: the API as a page for people (http §23).

import { beforeAll, describe, expect, test } from 'bun:test'
import { described } from '../support/openapi'
import { type TestApp, testApp } from '../support/test-app'

let app: TestApp
let page: string
beforeAll(async () => {
  app = await testApp()
  page = (await app.get('/docs', {})).body
})

/** What the page is given of an operation once it is opened. */
const part = async (id: string): Promise<string> => (await app.get(`/docs?parte=${id}`, {})).body

describe('/docs', () => {
  test('is one page with every operation, nothing loaded from outside, and a policy that allows nothing else', async () => {
    const { status, headers } = await app.get('/docs', {})
    expect(status).toBe(200)
    expect(headers.get('content-type')).toBe('text/html; charset=utf-8')
    const operations = page.match(/class="operacion"/g)!.length
    const { paths, webhooks } = described(app)
    const all = Object.values(paths as object).flatMap((methods) => Object.keys(methods))
    expect(operations).toBe(all.length + Object.keys(webhooks).length)
    expect(page).not.toMatch(/(?:src|href)="(?:https?:)?\/\//)
    expect(headers.get('content-security-policy')).toStartWith("default-src 'none'")
  })

  test('is light: what is told of an operation comes when it is opened', async () => {
    expect(page.match(/<[a-z]/g)!.length).toBeLessThan(4_000)
    expect(Buffer.byteLength(page)).toBeLessThan(500_000)
    const ids = [...page.matchAll(/data-parte="([^"]+)"/g)].map(([, id]) => id!)
    for (const id of ids) {
      const text = await part(id)
      expect([id, text.includes('<!doctype')]).toEqual([id, false])
    }
    const emitir = await part('post-v1-dte-emitir')
    expect(emitir).toContain('data-method="POST" data-path="/v1/dte/emitir"')
  })

  test('is the page whatever other parameters its address has', async () => {
    for (const query of ['?utm_source=correo', '?parte=ninguna'])
      expect((await app.get(`/docs${query}`, {})).body).toBe(page)
  })

  test('finds an operation by its fields too', () => {
    const found = [...page.matchAll(/id="([^"]+)" data-texto="([^"]+)"/g)]
      .filter(([, , words]) => words!.includes('descuento'))
      .map(([, id]) => id)
    expect(found).toContain('post-v1-dte-emitir')
    expect(found).not.toContain('get-salud')
  })

  test('tells the kind of every field, of those with several shapes too', async () => {
    const rows = (await part('post-v1-dte-emitir')).replace(/\s+/g, ' ')
    const cell = (field: string) =>
      rows.match(
        new RegExp(`<code>${RegExp.escape(field)}</code></td> <td[^>]*>[^<]*</td><td>([^<]*)</td>`),
      )?.[1]
    expect(cell('detalle[].precio')).toBe('número o texto')
    expect(cell('detalle[].exento')).toBe('true o false o 1 · 2 · 3 · 4 · 5 · 6')
    expect(cell('detalle[].codigo')).toBe('texto o entero o objeto o lista de texto o entero o objeto')
    expect(cell('detalle[].codigo.valor')).toBe('texto')
    expect(cell('DscRcgGlobal')).toBe('lista de objeto o objeto')
    expect(cell('DscRcgGlobal[].glosa')).toBe('texto (hasta 45 caracteres)')
  })

  test('shows lists as lists: those of a description, and the values of a field with what each means', async () => {
    const emitir = await part('post-v1-dte-emitir')
    expect(emitir).toMatch(/<li><strong>33 [^<]+<\/strong>/)
    expect(emitir).not.toContain('**')
    const empresas = (await part('get-v1-documentos')).replace(/\s+/g, ' ')
    expect(empresas).toContain('<li><code>simulacion</code>: el SII simulado que viene en el servidor')
  })

  test('shows how each operation is called from a terminal and from four languages', async () => {
    const emitir = await part('post-v1-dte-emitir')
    for (const language of ['curl', 'JavaScript', 'Python', 'PHP', 'C#'])
      expect(emitir).toContain(`<summary>${language}</summary>`)
    const lista = await part('get-v1-documentos')
    expect(lista).toContain('requests.request(')
    expect(await part('get-v1-dte-pdf-tipo-folio')).toContain('-o respuesta')
    // Nothing of a credential where none is asked for.
    expect(await part('get-salud')).not.toContain('SU_LLAVE')
  })

  test('tells the body of an error once', () => {
    expect(page.match(/Mensaje para una persona\./g)).toHaveLength(1)
  })

  test('shows what a webhook receives for each kind of event', async () => {
    for (const kind of Object.keys(described(app).webhooks))
      expect(page).toContain(`<summary><code>${kind}</code>`)
    const text = await part('evento-dte-aceptado')
    expect(text).toContain('data.estado_sii')
    expect(text).toContain('X-Webhook-Signature')
  })

  test('explains the receivers that bring about a verdict of the simulator (http §24)', () => {
    expect(page).toContain('Receptores de prueba')
    expect(page).toContain('90000002-2')
  })
})
