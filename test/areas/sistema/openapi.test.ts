// How the API's description travels (http §23): whole or of one area, packed, and not at all to whoever has it.

import { beforeAll, describe, expect, test } from 'bun:test'
import { gunzipSync } from 'node:zlib'
import { onceA } from '../../../src/areas/sistema/openapi.route'
import { TAGS } from '../../../src/http/openapi-tags'
import { testApp } from '../../support/test-app'

let app: Awaited<ReturnType<typeof testApp>>
beforeAll(async () => {
  app = await testApp()
})

const ask = (query: string, headers: Record<string, string> = {}): Promise<Response> =>
  app.app.handle(new Request(`http://localhost/openapi.json${query}`, { headers }))

// biome-ignore lint/suspicious/noExplicitAny: a document of many shapes, asserted field by field
const documentOf = async (query: string): Promise<any> => (await ask(query)).json()

/** Every component that a part of the document refers to. */
const refsOf = (part: unknown): string[] =>
  [...JSON.stringify(part).matchAll(/"#\/components\/(\w+)\/([^"]+)"/g)].map(
    ([, kind, name]) => `${kind}/${name}`,
  )

/** Every component that a document has, but for ways to prove who asks. */
const partsOf = ({ components: { securitySchemes: _, ...kinds } }: { components: Record<string, object> }) =>
  Object.entries(kinds).flatMap(([kind, parts]) => Object.keys(parts).map((name) => `${kind}/${name}`))

describe('GET /openapi.json', () => {
  test('is sent as gzip to who takes it, and plain to who does not', async () => {
    const plain = await (await ask('')).text()
    for (const takes of ['gzip', 'br, gzip', 'gzip;q=0.5, br', 'deflate , gzip ']) {
      const packed = await ask('', { 'accept-encoding': takes })
      expect([takes, packed.headers.get('content-encoding')]).toEqual([takes, 'gzip'])
      expect(packed.headers.get('vary')).toBe('Accept-Encoding')
      expect(gunzipSync(await packed.arrayBuffer()).toString()).toBe(plain)
    }
    for (const takes of ['', 'br', 'gzip;q=0', 'gzip; q=0.0, br', 'x-gzip']) {
      const whole = await ask('', { 'accept-encoding': takes })
      expect([takes, whole.headers.get('content-encoding')]).toEqual([takes, null])
    }
  })

  test('is 304 to who has it, and not to who has another area', async () => {
    const { headers } = await ask('?tag=Folios')
    const etag = headers.get('etag')!
    for (const has of [etag, `W/${etag}`, `"x", ${etag}`]) {
      const answer = await ask('?tag=Folios', { 'if-none-match': has })
      expect([answer.status, answer.headers.get('etag'), await answer.text()]).toEqual([304, etag, ''])
    }
    expect((await ask('', { 'if-none-match': etag })).status).toBe(200)
  })

  test('of a `tag` has its operations alone, and all that they refer to', async () => {
    const whole = await documentOf('')
    const unknown = whole.tags.filter(({ name }: { name: string }) => !(name in TAGS))
    expect(
      unknown.map(({ name }: { name: string }) => `${name}: say it in TAGS of src/http/openapi.ts`),
    ).toEqual([])
    expect(whole.tags.map(({ name }: { name: string }) => name).toSorted()).toEqual(
      Object.keys(TAGS).toSorted(),
    )
    for (const { name } of whole.tags) {
      const area = await documentOf(`?area=${encodeURIComponent(name)}`)
      const operations = Object.values<Record<string, { tags: string[] }>>(area.paths).flatMap((path) =>
        Object.values(path),
      )
      expect([name, operations.length > 0]).toEqual([name, true])
      expect(operations.filter(({ tags }) => !tags.includes(name))).toEqual([])
      const refs = refsOf(area)
      expect(new Set(partsOf(area))).toEqual(new Set(refs))
      const once = refs.filter(
        (at) => !at.startsWith('schemas/') && refs.indexOf(at) === refs.lastIndexOf(at),
      )
      expect([name, once]).toEqual([name, []])
    }
  })

  test('names the areas to who asks for one that there is not', async () => {
    const { status, body } = await app.get('/openapi.json?area=Folio')
    expect([status, body.code]).toEqual([400, 'INVALID_PARAMETER'])
    expect(body.detalles[0]).toMatchObject({ campo: 'area', regla: 'valor' })
    expect(body.detalles[0].mensaje).toContain('"Folios", "DTE", "Guías de despacho"')
  })

  test('knows `area` by the name of `tag` too', async () => {
    expect(await documentOf('?tag=Folios')).toEqual(await documentOf('?area=Folios'))
  })

  /** The size limit of an area; those with every field of a document have more. */
  const AREA = 60_000
  const LARGE: Record<string, number> = {
    Certificación: 66_000,
    DTE: 84_000,
    Documentos: 69_000,
    RCV: 70_000,
    Simulador: 75_000,
    Webhooks: 66_000,
  }

  test('is small: 790 KB in all and 60 KB an area, of which a sixth and a third travel', async () => {
    const packed = { 'accept-encoding': 'gzip' }
    const size = async (answer: Promise<Response>) => (await (await answer).arrayBuffer()).byteLength
    const { tags } = await documentOf('')
    expect(await size(ask('', packed))).toBeLessThan(128_000)
    expect(await size(ask(''))).toBeLessThan(790_000)
    for (const { name } of tags) {
      const query = `?area=${encodeURIComponent(name)}`
      expect([name, (await size(ask(query, packed))) < 20_000]).toEqual([name, true])
      expect([name, (await size(ask(query))) < (LARGE[name] ?? AREA)]).toEqual([name, true])
    }
  })

  test('of a `tag` tells what an error lists for the codes that its operations have, and not for others', async () => {
    const { components, paths } = await documentOf('?tag=DTE')
    const own = Object.keys(components.schemas).filter((name) => name.startsWith('Detalle'))
    expect(own).toContain('DetalleFolios')
    expect(own).toContain('DetalleSii')
    expect(own).not.toContain('DetalleCaptcha')
    expect(paths['/v1/dte/emitir'].post['x-codigos']).toContain('NO_FOLIOS')
    expect(components.responses.Error.description).toContain('NO_FOLIOS')
    expect(components.responses.Error.description).not.toContain('MAILBOX_ERROR')
    // Its details are of `NOT_FOUND` too, which any operation brings, but for a note alone.
    expect(own).toContain('DetalleNota')
    expect((await documentOf('?tag=Clientes')).components.schemas).not.toHaveProperty('DetalleNota')
    const whole = (await documentOf('')).components
    expect(whole.schemas).toHaveProperty('DetalleCaptcha')
    expect(whole.responses.Error.description).toContain('MAILBOX_ERROR')
  })
})

test('what could not be made is made again when next asked for, and once a day else', async () => {
  let times = 0
  const made = onceA(
    () => '2026-11-20',
    async () => {
      if (++times === 1) throw new Error('no memory')
      return times
    },
  )
  const failed = await made().catch(({ message }: Error) => message)
  expect([failed, await made(), await made()]).toEqual(['no memory', 2, 2])
})
