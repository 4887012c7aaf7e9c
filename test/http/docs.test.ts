// GET /docs: the API as a page for people (http §23).

import { beforeAll, describe, expect, test } from 'bun:test'
import { docsPage } from '../../src/http/docs/page'
import { described } from '../support/openapi'
import { type TestApp, testApp } from '../support/test-app'

let app: TestApp
let page: string
let shown: Shown[]
beforeAll(async () => {
  app = await testApp()
  page = (await app.get('/docs', {})).body
  shown = readShown()
})

/** The page's part about an operation, once it is opened. */
const part = async (id: string): Promise<string> => (await app.get(`/docs?parte=${id}`, {})).body

/** An operation of the document: what a sample of it must heed. */
interface Shown {
  id: string
  parameters: { name: string; in: string; required: boolean }[]
  /** The media types of its request. */
  takes: string[]
  /** Those of its answers that are no failures. */
  answers: string[]
}

const readShown = (): Shown[] =>
  Object.entries(described(app).paths as Record<string, Record<string, Described>>).flatMap(
    ([path, methods]) =>
      Object.entries(methods).map(([method, { parameters, requestBody, responses }]) => ({
        id: `${method} ${path}`,
        parameters,
        takes: Object.keys(requestBody?.content ?? {}),
        answers: Object.entries(responses).flatMap(([status, { content = {} }]) =>
          status.startsWith('2') ? Object.keys(content) : [],
        ),
      })),
  )

interface Described {
  parameters: Shown['parameters']
  requestBody?: { content: object }
  responses: Record<string, { content?: object }>
}

const unescaped = (text: string): string =>
  text.replace(/&#(\d+);/g, (_, code: string) => String.fromCharCode(Number(code)))

/** By language, the samples that the page shows of `get /v1/documentos`. */
async function samples(id: string): Promise<Record<string, string>> {
  const text = await part(
    id
      .replace(/[^a-zA-Z0-9]+/g, '-')
      .replace(/-$/, '')
      .toLowerCase(),
  )
  const found = text.matchAll(/<details><summary>([^<]+)<\/summary><pre>([^<]*)<\/pre>/g)
  return Object.fromEntries([...found].map(([, language, code]) => [unescaped(language!), unescaped(code!)]))
}

const LANGUAGES = ['curl', 'JavaScript', 'Python', 'PHP', 'C#']

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

  test('does not find every operation by a field of the body that every error has', () => {
    const words = page.match(/id="get-salud" data-texto="([^"]+)"/)![1]!
    expect(words).toContain('version')
    expect(words).not.toContain('detalles')
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

  test('a sample takes a new key for what it asks and says to keep it for the retry (http §9)', async () => {
    const keyed = shown.filter(({ parameters }) => parameters.some(({ name }) => name === 'Idempotency-Key'))
    expect(keyed.map(({ id }) => id)).toContain('post /v1/dte/emitir')
    for (const { id } of keyed) {
      const texts = await samples(id)
      expect([id, Object.keys(texts)]).toEqual([id, LANGUAGES])
      const means = [
        'clave=$(uuidgen)',
        'crypto.randomUUID()',
        'uuid.uuid4()',
        'random_bytes(16)',
        'Guid.NewGuid()',
      ]
      for (const [i, language] of LANGUAGES.entries()) {
        expect(texts[language]).toContain(means[i]!)
        expect(texts[language]).toContain('Idempotency-Key')
        expect(texts[language]).toContain('Guarde la clave')
      }
    }
    expect((await samples('get /v1/documentos')).JavaScript).not.toContain('clave')
  })

  test('a sample is a program that calls the operation whole and reads what it answers', async () => {
    const transpiler = new Bun.Transpiler({ loader: 'js' })
    for (const { id, parameters, answers } of shown) {
      const { curl, JavaScript, Python, PHP, 'C#': CSharp } = await samples(id)
      if (curl === undefined || JavaScript === undefined) continue
      expect(() => transpiler.transformSync(JavaScript)).not.toThrow()
      const url = new URL(JavaScript.match(/fetch\((".*?")/)![1]!.replaceAll('"', ''))
      expect([id, url.pathname.match(/[{}]/)]).toEqual([id, null])
      for (const { name, in: place, required } of parameters)
        if (place === 'query' && required)
          expect([id, name, url.searchParams.get(name)]).not.toEqual([id, name, null])
      for (const text of [curl, Python, PHP, CSharp]) expect(text).toContain(url.href)
      expect(CSharp).toStartWith('// C# 11 o posterior')
      // After a 204 a reader of JSON throws, with the deed done.
      const reads = JavaScript.includes('await respuesta.json()')
      expect([id, reads, Python!.includes('.json()')]).toEqual([
        id,
        answers.includes('application/json'),
        answers.includes('application/json'),
      ])
      expect([id, JavaScript.includes('arrayBuffer')]).toEqual([id, answers.length > 0 && !reads])
      expect([id, curl.includes("-w '%{http_code}")]).toEqual([id, answers.length === 0])
    }
    expect((await samples('get /v1/dte/folios/sii')).curl).toContain('/v1/dte/folios/sii?tipo_dte=33')
    expect((await samples('get /v1/rcv/vinculaciones')).curl).toContain(
      '?rut=76543210-3&tipo_dte=61&folio=118',
    )
    expect((await samples('delete /v1/webhooks/{id}')).Python).toEndWith('print(respuesta.status_code)')
  })

  test('shows no sample that its reader cannot use: of a stream in curl alone, of what a gateway sends none', async () => {
    const without = shown.filter(({ takes }) => takes.length > 0 && !takes.includes('application/json'))
    expect(without.map(({ id }) => id)).toEqual([
      'post /billing/flow/confirmacion',
      'post /billing/flow/retorno',
    ])
    for (const { id } of without) expect([id, await samples(id)]).toEqual([id, {}])
    const stream = await samples('get /v1/events/stream')
    expect(Object.keys(stream)).toEqual(['curl'])
    expect(stream.curl).toStartWith('curl -N ')
    expect(stream.curl).not.toContain('-o respuesta')
    for (const { id, takes, answers } of shown)
      if (!answers.includes('text/event-stream') && (!takes.length || takes.includes('application/json')))
        expect([id, Object.keys(await samples(id))]).toEqual([id, LANGUAGES])
  })

  test('renders what is told of an operation when it is first asked for, and once', () => {
    const document = described(app)
    const { content } = document.paths['/v1/dte/emitir'].post.requestBody
    const media = content['application/json']
    const { examples } = media
    let renders = 0
    const get = () => {
      renders++
      return examples
    }
    Object.defineProperty(media, 'examples', { get })
    const { part } = docsPage(document, [])
    expect(renders).toBe(0)
    const text = part('post-v1-dte-emitir')
    expect(text).toContain('Idempotency-Key')
    const first = renders
    expect(first).toBeGreaterThan(0)
    expect(part('post-v1-dte-emitir')).toBe(text)
    expect(renders).toBe(first)
    expect(part('ninguna')).toBeUndefined()
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
