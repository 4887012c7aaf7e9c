// Many documents as one PDF (http §10, §11): chosen ones, or those that a list finds. Read back by pdf-lib, which wrote none of it.

import { describe, expect, test } from 'bun:test'
import { PDFDict, PDFDocument, PDFName, PDFString } from 'pdf-lib'
import { readPdf } from '../../pdf/leer-pdf'
import { boleta, factura } from '../../support/emisor'
import { logoDePrueba } from '../../support/logo'
import { guia } from '../../support/solicitudes'
import {
  type CompanyApp,
  type Headers0,
  type TestAppOptions,
  testAppWithFolios,
} from '../../support/test-app'

const LOTE = '/v1/dte/pdf/lote'
const MM = 25.4 / 72

/** Facturas 1 to 3, boletas 1 and 2 and guide 1, signed. */
async function signed(options: TestAppOptions = {}): Promise<CompanyApp> {
  const app = await testAppWithFolios({ folios: { 33: 20, 39: 20, 52: 5 }, ...options })
  for (const body of [factura(), factura(), factura(), boleta(), boleta(), guia()])
    await app.post('/v1/dte/emitir', { ...body, referencia_externa: crypto.randomUUID() })
  await app.settle()
  return app
}

const ref = (tipo_dte: number, folio: number) => ({ tipo_dte, folio })
const nth = (n: number) => ref(33, n)

const asked = (body: object, headers: Headers0) =>
  new Request(`http://localhost${LOTE}`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
const ask = (app: CompanyApp, body: object, headers = app.tenant.key): Promise<Response> =>
  app.app.handle(asked(body, headers))
const list = (app: CompanyApp, query: string, headers = app.tenant.key): Promise<Response> =>
  app.app.handle(new Request(`http://localhost/v1/documentos?formato=pdf&${query}`, { headers }))

async function read(response: Response) {
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/pdf'])
  return readPdf(new Uint8Array(await response.arrayBuffer()))
}

/** `33-2` of each page, after its box. */
async function pagesOf(response: Response): Promise<string[]> {
  const NOMBRES: [RegExp, number][] = [
    [/FACTURA\s+ELECTR/, 33],
    [/BOLETA\s+ELECTR/, 39],
    [/GU[IÍ]A/, 52],
  ]
  return (await read(response)).paginas.map(({ texto }) => {
    const tipo = NOMBRES.find(([nombre]) => nombre.test(texto))?.[1]
    return `${tipo}-${/N°\s*(\d+)/.exec(texto)?.[1]}${/CEDIBLE/.test(texto) ? 'c' : ''}`
  })
}

describe('POST /v1/dte/pdf/lote', () => {
  test('holds the documents in the order asked for, twice where they are asked for twice', async () => {
    const app = await signed()
    const response = await ask(app, {
      documentos: [nth(3), ref(39, 2), nth(1), ref(39, 1), nth(3)],
    })
    expect(response.headers.get('content-disposition')).toBe(
      'attachment; filename="documentos_2026-11-20.pdf"',
    )
    expect(await pagesOf(response)).toEqual(['33-3', '39-2', '33-1', '39-1', '33-3'])
  })

  test('prints each as its own file has it: the same pages, text and timbre', async () => {
    const app = await signed()
    const joined = await read(await ask(app, { documentos: [nth(2), ref(52, 1)], cedible: true, copias: 2 }))
    const alone = []
    for (const path of ['33/2', '52/1']) {
      const url = `http://localhost/v1/dte/pdf/${path}?cedible=true&copias=2`
      alone.push(...(await read(await app.app.handle(new Request(url, { headers: app.tenant.key })))).paginas)
    }
    expect(joined.paginas).toEqual(alone)
    expect(joined.paginas.every(({ imagenes }) => imagenes === 1)).toBe(true)
  })

  test('copies and the cedible stand behind their document; a type without one has none', async () => {
    const app = await signed()
    const documentos = [nth(1), ref(39, 1)]
    const pages = async (more: object) => pagesOf(await ask(app, { documentos, ...more }))
    expect(await pages({ copias: 2, cedible: true })).toEqual(['33-1', '33-1', '33-1c', '39-1', '39-1'])
    expect(await pages({ copias: 0, cedible: true })).toEqual(['33-1c', '39-1'])
    for (const wrong of [{ copias: 11 }, { cedible: 'true' }, { papel: 'a4' }, { plantilla: 'x' }])
      expect((await app.post(LOTE, { documentos, ...wrong })).status).toBe(422)
  })

  test('is on the paper asked for, letter unless said; 57 mm names each that it is not for', async () => {
    const app = await signed()
    const width = async (papel?: string) => {
      const { paginas } = await read(await ask(app, { documentos: [ref(39, 1), ref(39, 2)], papel }))
      return paginas.map(({ ancho }) => Math.round(ancho * MM))
    }
    expect(await width()).toEqual([216, 216])
    expect(await width('80mm')).toEqual([80, 80])
    expect(await width('57mm')).toEqual([57, 57])
    const { status, body } = await app.post(LOTE, {
      documentos: [ref(39, 1), nth(1), ref(39, 2), nth(2)],
      papel: '57mm',
    })
    expect([status, body.code]).toEqual([422, 'VALIDATION_ERROR'])
    expect(body.detalles).toMatchObject(
      [1, 3].map((i) => ({ campo: `documentos[${i}].tipo_dte`, regla: 'papel' })),
    )
  })

  test('tells every document that is missing by its place, and prints nothing', async () => {
    const app = await signed()
    const documentos = [nth(1), nth(99), ref(39, 2), ref(41, 1), ref(7, 1)]
    const { status, body } = await app.post(LOTE, { documentos })
    expect([status, body.code]).toEqual([404, 'NOT_FOUND'])
    expect(body.detalles).toMatchObject(
      [1, 3, 4].map((i) => ({ campo: `documentos[${i}]`, regla: 'existe' })),
    )
    expect(body.detalles[0].mensaje).toBe('documentos[1]: no existe el documento tipo 33 folio 99')

    await app.post('/v1/dte/emitir', factura({ referencia_externa: 'espera' }))
    const waiting = await app.post(LOTE, { documentos: [nth(1), nth(4)] })
    expect(waiting).toMatchObject({ status: 409, body: { code: 'INVALID_STATE' } })
    expect(waiting.body.detalles).toMatchObject([{ campo: 'documentos[1]', regla: 'sin_firmar' }])
    const both = await app.post(LOTE, { documentos: [nth(4), nth(98)] })
    expect(both).toMatchObject({ status: 422, body: { code: 'VALIDATION_ERROR' } })
    expect(both.body.detalles.map(({ regla }: { regla: string }) => regla)).toEqual(['sin_firmar', 'existe'])
  })

  test('tells all of five hundred that are missing, and refuses one more, and none', async () => {
    const app = await signed()
    const of = (length: number) => ({ documentos: Array.from({ length }, (_, i) => nth(1000 + i)) })
    const missing = await app.post(LOTE, of(500))
    expect([missing.status, missing.body.detalles.length]).toEqual([404, 500])
    for (const [length, regla] of [
      [501, 'cantidad_max'],
      [0, 'cantidad_min'],
    ] as const)
      expect(await app.post(LOTE, of(length))).toMatchObject({
        status: 422,
        body: { code: 'VALIDATION_ERROR', detalles: [{ campo: 'documentos', regla }] },
      })
  })

  test('knows nothing of another company’s documents, nor of another environment’s', async () => {
    const app = await signed()
    const other = await app.registerCompany()
    const body = { documentos: [nth(1), nth(2)] }
    const answer = await app.post(LOTE, body, other.key)
    expect(answer).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } })
    expect(answer.body.detalles).toEqual((await app.post(LOTE, body, other.session)).body.detalles)
    expect(answer.body.detalles).toHaveLength(2)
    const elsewhere = { ...app.tenant.session, 'x-ambiente': 'certificacion' }
    expect((await app.post(LOTE, body, elsewhere)).status).toBe(404)
    expect((await ask(app, body, app.tenant.session)).status).toBe(200)
  })

  test('asks for dte:leer, as the file of one does', async () => {
    const app = await signed()
    const keyWith = async (scopes: string[]) => {
      const asked = { nombre: 'x', empresa_id: app.tenant.empresaId, scopes }
      const { data } = (await app.post('/v1/apikeys', asked, app.tenant.session)).body
      return { 'x-api-key': data.api_key ?? data.key }
    }
    const body = { documentos: [nth(1)] }
    expect((await ask(app, body, await keyWith(['dte:leer']))).status).toBe(200)
    expect(await app.post(LOTE, body, await keyWith(['folios:leer']))).toMatchObject({
      status: 403,
      body: { code: 'SCOPE_REQUIRED' },
    })
  })

  test('has fonts and logo once, and a bookmark to each document', async () => {
    const app = await signed()
    const logo = { logo_base64: logoDePrueba().toString('base64') }
    await app.post('/v1/plantilla/logo', logo, app.tenant.session)
    const bytes = new Uint8Array(
      await (await ask(app, { documentos: [nth(1), ref(39, 1), nth(2)] })).arrayBuffer(),
    )
    expect((await readPdf(bytes)).fuentes).toHaveLength(2)
    const documento = await PDFDocument.load(bytes)
    const logos = documento
      .getPages()
      .map((page) =>
        String(page.node.Resources()!.lookup(PDFName.of('XObject'), PDFDict).get(PDFName.of('L'))),
      )
    expect(logos[0]).toMatch(/^\d+ 0 R$/)
    expect(new Set(logos).size).toBe(1)
    const titles: string[] = []
    const outlines = documento.catalog.lookup(PDFName.of('Outlines'), PDFDict)
    for (let at = outlines.lookupMaybe(PDFName.of('First'), PDFDict); at; ) {
      titles.push(at.lookup(PDFName.of('Title'), PDFString).decodeText())
      at = at.lookupMaybe(PDFName.of('Next'), PDFDict)
    }
    expect(titles).toEqual([
      'Factura electrónica N° 1',
      'Boleta electrónica N° 1',
      'Factura electrónica N° 2',
    ])
  })

  test('prints as it is taken, and nothing more once nobody takes it', async () => {
    const app = await signed()
    const { printer } = app.app.services
    const { compose } = printer
    let printed = 0
    printer.compose = (...args) => {
      printed++
      return compose(...args)
    }
    const documentos = Array.from({ length: 200 }, () => nth(1))
    // Beside what the tests hold answers against, which reads them to their end.
    const response = await app.app.elysia.handle(asked({ documentos }, app.tenant.key))
    const reader = response.body!.getReader()
    await reader.read()
    await reader.cancel()
    const then = printed
    for (let turn = 0; turn < 50; turn++) await new Promise((resolve) => setImmediate(resolve))
    printer.compose = compose
    expect(printed).toBe(then)
    expect(printed).toBeLessThan(10)
  })

  test('leaves the event loop its turn between any two documents', async () => {
    const app = await signed()
    let turns = 0
    let over = false
    const count = (): void => {
      turns++
      if (!over) setImmediate(count)
    }
    setImmediate(count)
    await (await ask(app, { documentos: Array.from({ length: 100 }, () => nth(1)) })).arrayBuffer()
    over = true
    expect(turns).toBeGreaterThanOrEqual(100)
  })

  test('costs a token for each ten documents (http §16)', async () => {
    const app = await signed({ rates: { key: { rate: 1, burst: 100 }, tenant: null } })
    const left = async (answer: Promise<Response>) => {
      const response = await answer
      await response.arrayBuffer()
      return Number(response.headers.get('x-ratelimit-remaining'))
    }
    app.advance(100_000)
    expect(await left(ask(app, { documentos: Array.from({ length: 25 }, () => nth(1)) }))).toBe(97)
    expect(await left(list(app, ''))).toBe(96)
  })
})

describe('GET /v1/documentos?formato=pdf', () => {
  test('holds what the filters find in the order of the list', async () => {
    const app = await signed()
    expect(await pagesOf(await list(app, 'tipo_dte=33&orden=folio'))).toEqual(['33-1', '33-2', '33-3'])
    expect(await pagesOf(await list(app, 'tipo_dte=33&orden=-folio&copias=2'))).toEqual(
      [3, 3, 2, 2, 1, 1].map((n) => `33-${n}`),
    )
    expect(await pagesOf(await list(app, 'tipo_dte=33&folio=2&cedible=true'))).toEqual(['33-2', '33-2c'])
    const { data } = (await app.get('/v1/documentos')).body
    const order = data.map(
      ({ tipo_dte, folio }: { tipo_dte: number; folio: number }) => `${tipo_dte}-${folio}`,
    )
    expect(await pagesOf(await list(app, ''))).toEqual(order)
  })

  test('says on its last page what is not signed yet', async () => {
    const app = await signed()
    await app.post('/v1/dte/emitir', boleta({ referencia_externa: 'espera' }))
    for (const [papel, ancho] of [
      ['carta', 216],
      ['80mm', 80],
    ] as const) {
      const { paginas } = await read(await list(app, `tipo_dte=39&papel=${papel}`))
      expect(paginas).toHaveLength(3)
      expect(paginas[2]!.texto).toStartWith(
        'No incluidos Documento tipo 39 folio 3: El documento aún no está firmado;',
      )
      expect(Math.round(paginas[2]!.ancho * MM)).toBe(ancho)
    }
  })

  test('finding nothing is 404, and 57 mm is refused where not all are boletas', async () => {
    const app = await signed()
    const get = (query: string, headers?: object) =>
      app.get(`/v1/documentos?formato=pdf&${query}`, headers as never)
    expect(await get('q=nadie')).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } })
    const other = await app.registerCompany()
    expect(await get('', other.key)).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } })
    expect(await get('papel=57mm')).toMatchObject({
      status: 422,
      body: { code: 'VALIDATION_ERROR', detalles: [{ campo: 'papel' }, { campo: 'papel' }] },
    })
    expect((await list(app, 'papel=57mm&tipo_dte=39')).status).toBe(200)
  })

  test('is refused with what belongs to pages; its paper with what is no PDF; faults together', async () => {
    const app = await signed()
    for (const query of [
      'formato=pdf&limite=5',
      'formato=pdf&cursor=',
      'papel=carta',
      'formato=zip&copias=2',
    ])
      expect(await app.get(`/v1/documentos?${query}`)).toMatchObject({
        status: 400,
        body: { code: 'INVALID_PARAMETER', detalles: [{ regla: 'sobra' }] },
      })
    const { status, body } = await app.get('/v1/documentos?formato=pdf&copias=11&estado=listo&orden=rut')
    expect([status, body.detalles.map(({ campo }: { campo: string }) => campo)]).toEqual([
      400,
      ['estado', 'orden', 'copias'],
    ])
  })

  test('five hundred may be found, and one more is refused before any is printed', async () => {
    const app = await signed({ folios: { 33: 600, 39: 5, 52: 5 } })
    const emit = (count: number) =>
      app.post('/v1/dte/emitir/lote', { documentos: Array.from({ length: count }, () => factura()) })
    for (const count of [100, 100, 100, 100, 97]) expect((await emit(count)).status).toBe(202)
    const { paginas } = await read(await list(app, 'tipo_dte=33&orden=folio'))
    expect(paginas[2]!.texto).toContain('N° 3')
    const faltan = paginas.slice(3).map(({ texto }) => texto)
    expect(faltan.join(' ').match(/Documento tipo 33 folio \d+: /g)).toHaveLength(497)
    await emit(1)
    const { status, body } = await app.get('/v1/documentos?formato=pdf&tipo_dte=33')
    expect([status, body.code]).toEqual([400, 'INVALID_PARAMETER'])
    expect(body.detalles).toMatchObject([{ campo: 'formato', regla: 'cantidad_max' }])
    expect(body.error).toContain('se hallaron 501')
  })
})
