// A bucket whose service fails: what is tried again, what is told, and what is left behind. That it speaks to a real one is proved in
// the conformance (respaldo-s3.ts).

import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { openS3Destino } from '../../src/respaldo/destino-s3'
import { nombreDe } from '../../src/respaldo/nombre'

const { signal } = new AbortController()
const NOMBRE = nombreDe('0a1b2c3d', new Date('2026-11-29T06:15:00Z'))
const KEY = `casa/${NOMBRE}`

type Answer = (url: URL, method: string, body: string) => Response | undefined
let asked: string[]
let answer: Answer
let server: Bun.Server<undefined>

beforeEach(() => {
  asked = []
  answer = () => undefined
  server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    async fetch(request) {
      const url = new URL(request.url)
      asked.push(`${request.method} ${decodeURIComponent(url.pathname)}${url.search}`)
      return answer(url, request.method, await request.text()) ?? new Response('')
    },
  })
})
afterEach(() => server.stop(true))

/** Parts of four bytes. */
const destino = () =>
  openS3Destino(
    {
      tipo: 's3',
      bucket: 'respaldos',
      prefijo: 'casa/',
      acceso: { url: server.url.origin, region: null, llave: 'LLAVE', secreto: 'secreto', estilo: 'ruta' },
    },
    { partBytes: 4, firstWaitMs: 1 },
  )

async function* content(...texts: string[]): AsyncGenerator<Uint8Array> {
  for (const text of texts) yield Buffer.from(text)
}

const xml = (text: string, status = 200): Response => new Response(text, { status })
const refuse = (code: string, status: number): Response =>
  xml(`<Error><Code>${code}</Code><Message>said</Message></Error>`, status)

const BEGUN = '<InitiateMultipartUploadResult><UploadId>u1</UploadId></InitiateMultipartUploadResult>'

describe('a copy that is longer than a part', () => {
  const parts = new Map<string, string>()
  const takes: Answer = (url, method, body) => {
    const { searchParams: query } = url
    if (method === 'POST' && query.has('uploads')) return xml(BEGUN)
    if (method === 'PUT') {
      parts.set(query.get('partNumber')!, body)
      return new Response('', { headers: { etag: `"e${query.get('partNumber')}"` } })
    }
    return xml('<CompleteMultipartUploadResult/>')
  }

  test('goes up in parts, one after another, and is there when all are named', async () => {
    let named = ''
    answer = (url, method, body) => {
      if (method === 'POST' && url.searchParams.has('uploadId')) named = body
      return takes(url, method, body)
    }
    await destino().write(NOMBRE, content('abc', 'defgh', 'i'), signal)
    expect([...parts]).toEqual([
      ['1', 'abcd'],
      ['2', 'efgh'],
      ['3', 'i'],
    ])
    expect(named.match(/<ETag>"e\d"<\/ETag>/g)).toHaveLength(3)
  })

  test('whose service is busy is tried again', async () => {
    let busy = 2
    answer = (url, method, body) =>
      method === 'PUT' && busy-- > 0 ? refuse('SlowDown', 503) : takes(url, method, body)
    await destino().write(NOMBRE, content('abcdef'), signal)
    expect(asked.filter((one) => one.includes('partNumber=1'))).toHaveLength(3)
  })

  test.each([
    ['a part is refused', 'PUT', 'AccessDenied', 403, 'no tiene permiso sobre respaldos'],
    ['the end is refused after all', 'POST', 'InternalError', 200, '200 InternalError: said'],
  ])('is given up when %s, and its parts are taken back', async (_, method, code, status, message) => {
    answer = (url, asks, body) =>
      asks === method && url.searchParams.has('uploadId') ? refuse(code, status) : takes(url, asks, body)
    await expect(destino().write(NOMBRE, content('abcdef'), signal)).rejects.toThrow(message)
    expect(asked.at(-1)).toBe(`DELETE /respaldos/${KEY}?uploadId=u1`)
  })
})

describe('a bucket', () => {
  test('is listed page by page, and only copies are told', async () => {
    const page = (key: string, more: string) =>
      xml(`<ListBucketResult>${more}<Contents><Key>${key}</Key><Size>12</Size></Contents></ListBucketResult>`)
    answer = (url) =>
      url.searchParams.get('continuation-token') === 'mañana/2'
        ? page('casa/timbre-otra-cosa', '<IsTruncated>false</IsTruncated>')
        : page(KEY, '<IsTruncated>true</IsTruncated><NextContinuationToken>mañana/2</NextContinuationToken>')
    expect(await destino().list(signal)).toEqual([{ nombre: NOMBRE, bytes: 12 }])
    expect(asked).toHaveLength(2)
  })

  test('forgets what was begun of the named copies alone', async () => {
    const upload = (key: string) => `<Upload><Key>${key}</Key><UploadId>u-${key.length}</UploadId></Upload>`
    answer = (url, method) =>
      method === 'GET' && url.searchParams.has('uploads')
        ? xml(
            `<ListMultipartUploadsResult>${upload(KEY)}${upload(`${KEY}.otra`)}</ListMultipartUploadsResult>`,
          )
        : undefined
    await destino().sweep([NOMBRE], signal)
    expect(asked.filter((one) => one.startsWith('DELETE'))).toEqual([
      `DELETE /respaldos/${KEY}?uploadId=u-${KEY.length}`,
    ])
  })

  test.each([
    ['NoSuchBucket', 404, 'el bucket respaldos no existe'],
    ['SignatureDoesNotMatch', 403, 'TIMBRE_RESPALDO_S3_SECRETO no es el de'],
    ['AuthorizationHeaderMalformed', 400, 'TIMBRE_RESPALDO_S3_REGION'],
    ['', 301, 'el bucket está en otra región'],
  ])('refused with %s is told by what to do, at once', async (code, status, message) => {
    answer = () => refuse(code, status)
    await expect(destino().list(signal)).rejects.toThrow(message)
    expect(asked).toHaveLength(1)
  })

  test('whose service does not answer is told so after some tries, without the secret', async () => {
    const gone = destino()
    await server.stop(true)
    const fault = await gone.list(signal).catch((error: Error) => error)
    expect(String(fault)).toMatch(/no responde: (?:nadie escucha|no se llega)/)
    expect(String(fault)).not.toContain('secreto')
  })
})
