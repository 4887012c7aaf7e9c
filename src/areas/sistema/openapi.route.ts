// GET /openapi.json: the whole description, or that of one area, kept as it travels.

import { Type } from '@sinclair/typebox'
import { newArea } from '../../http/area'
import type { Credential } from '../../http/credential'
import { Exact, OneOf } from '../../http/envelope'
import type { createOpenapi } from '../../http/openapi'
import { ofArea } from '../../http/openapi-area'
import { TAGS } from '../../http/openapi-tags'
import { sha256Of } from '../../http/sha256'

type Documento = Awaited<ReturnType<typeof createOpenapi>>

interface Sent {
  text: string
  gzip: Uint8Array<ArrayBuffer>
  etag: string
}

/** The table does not change once the server answers, and the examples are of the day. What failed is made again when next asked for. */
export function onceA<T>(day: () => string, make: () => Promise<T>): () => Promise<T> {
  let made: { value: Promise<T>; of: string } | null = null
  return () => {
    const of = day()
    if (made?.of === of) return made.value
    const mine = { value: make(), of }
    made = mine
    mine.value.catch(() => {
      if (made === mine) made = null
    })
    return mine.value
  }
}

const DESCRIPCION =
  'Entera, o de un área con `area`, o `tag`: uno de los nombres de `tags`. Viaja comprimida a quien admite gzip y, con `If-None-Match`, no viaja si no cambió.'

const ETAG = { ETag: { $ref: '#/components/headers/ETag' } }

/** Whether the client has the bytes of `etag`; a proxy that packs them makes it a weak one. */
const has = (headers: Headers, etag: string): boolean =>
  (headers.get('if-none-match') ?? '')
    .split(',')
    .map((one) => one.trim().replace(/^W\//, ''))
    .some((one) => one === etag || one === '*')

/** Whether the client takes it: named, and not with `q=0`. */
const takesGzip = (headers: Headers): boolean =>
  /(^|,)\s*gzip\s*(;(?!\s*q=0(\.0*)?\s*(,|$))|,|$)/.test(headers.get('accept-encoding') ?? '')

export function openapiRoute(credential: Credential, hoy: () => string, make: () => Promise<Documento>) {
  const day = onceA(hoy, async () => ({ document: await make(), sent: new Map<string, Sent>() }))

  /** `tag` is a name that the document has; '' is all of it. */
  async function sendable(tag: string): Promise<Sent> {
    const { document, sent } = await day()
    let one = sent.get(tag)
    if (!one) {
      const text = JSON.stringify(tag ? ofArea(document, tag) : document)
      const gzip = Bun.gzipSync(text)
      one = { text, gzip, etag: `"${sha256Of(gzip).slice(0, 32)}"` }
      sent.set(tag, one)
    }
    return one
  }

  return newArea(credential).get(
    '/openapi.json',
    async ({ query: { area, tag }, request: { headers } }) => {
      const { text, gzip, etag } = await sendable(area ?? tag ?? '')
      const common = { etag, vary: 'Accept-Encoding', 'cache-control': 'no-cache' }
      if (has(headers, etag)) return new Response(null, { status: 304, headers: common })
      const type = { ...common, 'content-type': 'application/json; charset=utf-8' }
      if (!takesGzip(headers)) return new Response(text, { headers: type })
      return new Response(gzip, { headers: { ...type, 'content-encoding': 'gzip' } })
    },
    {
      publico: true,
      query: Exact({
        area: Type.Optional(OneOf(TAGS, { description: 'Sólo lo de un área.', examples: ['Folios'] })),
        tag: Type.Optional(OneOf(TAGS, { description: 'Lo mismo que `area`.', examples: ['Folios'] })),
      }),
      detail: {
        tags: ['Sistema'],
        summary: 'Esta API como documento OpenAPI 3.1',
        description: DESCRIPCION,
        responses: {
          200: {
            description: 'El documento',
            headers: ETAG,
            content: {
              'application/json': {
                schema: Type.Object({ openapi: Type.String() }, { additionalProperties: true }),
              },
            },
          },
          304: { description: 'No cambió desde el `If-None-Match`', headers: ETAG },
        },
      },
    },
  )
}
