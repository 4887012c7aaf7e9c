// Copies in a bucket. What is longer than a part goes up in parts, of which one at a time is in memory.

import type { Destino, Objeto, Ubicacion } from './destino'
import { RespaldoFault } from './falla'
import { PREFIJO, readNombre } from './nombre'
import { createS3, type Xml } from './s3'
import { streamOf } from './trozos'

/** A service takes ten thousand parts, so a copy may have 160 GB. */
const PART_BYTES = 16 * 1024 * 1024
/** How long a download may bring nothing. */
const STALLED_MS = 2 * 60_000

export function openS3Destino(
  { bucket, prefijo, acceso }: Extract<Ubicacion, { tipo: 's3' }>,
  { partBytes = PART_BYTES, firstWaitMs }: { partBytes?: number; firstWaitMs?: number } = {},
): Destino {
  const s3 = createS3(bucket, acceso, firstWaitMs)
  const keyOf = (nombre: string): string => prefijo + nombre

  async function list(signal: AbortSignal): Promise<Objeto[]> {
    const found: Objeto[] = []
    let token: string | undefined
    do {
      const query = {
        'list-type': '2',
        prefix: keyOf(PREFIJO),
        ...(token && { 'continuation-token': token }),
      }
      const { ListBucketResult: page }: Xml = await s3.askXml({ method: 'GET', key: '', query, signal }, [
        'Contents',
      ])
      if (!page) throw new RespaldoFault(`${new URL(acceso.url).host} no responde como un servicio S3`)
      for (const { Key, Size } of (page.Contents ?? []) as { Key: string; Size: string }[]) {
        const nombre = Key.slice(prefijo.length)
        if (readNombre(nombre)) found.push({ nombre, bytes: Number(Size) })
      }
      token = page.IsTruncated === 'true' ? String(page.NextContinuationToken) : undefined
    } while (token)
    return found
  }

  async function abort(key: string, uploadId: string, signal: AbortSignal): Promise<void> {
    await s3.ask({ method: 'DELETE', key, query: { uploadId }, signal })
  }

  async function writeParts(
    key: string,
    parts: AsyncGenerator<Uint8Array>,
    first: Uint8Array,
    signal: AbortSignal,
  ) {
    const begun = await s3.askXml({ method: 'POST', key, query: { uploads: '' }, signal })
    const uploadId = String(begun.InitiateMultipartUploadResult?.UploadId ?? '')
    if (!uploadId) throw new RespaldoFault(`${new URL(acceso.url).host} no aceptó una subida por partes`)
    try {
      const etags: string[] = []
      const put = async (body: Uint8Array) => {
        const query = { partNumber: String(etags.length + 1), uploadId }
        const { headers } = await s3.ask({ method: 'PUT', key, query, body, signal })
        etags.push(headers.get('etag') ?? '')
      }
      await put(first)
      for await (const part of parts) await put(part)
      const listed = etags
        .map((etag, i) => `<Part><PartNumber>${i + 1}</PartNumber><ETag>${etag}</ETag></Part>`)
        .join('')
      const body = Buffer.from(`<CompleteMultipartUpload>${listed}</CompleteMultipartUpload>`)
      await s3.askXml({ method: 'POST', key, query: { uploadId }, body, signal })
    } catch (fault) {
      // Its parts would be paid for until somebody finds them.
      await abort(key, uploadId, AbortSignal.timeout(10_000)).catch(() => {})
      throw fault
    }
  }

  return {
    list,
    async write(nombre, content, signal) {
      const key = keyOf(nombre)
      const parts = partsOf(content, partBytes)
      const { value: first = new Uint8Array() } = await parts.next()
      if (first.length < partBytes) await s3.ask({ method: 'PUT', key, body: first, signal })
      else await writeParts(key, parts, first, signal)
    },
    async read(nombre, signal) {
      const stalled = new AbortController()
      const { body } = await s3.ask({
        method: 'GET',
        key: keyOf(nombre),
        signal: AbortSignal.any([signal, stalled.signal]),
      })
      return streamOf(watched(body!, stalled))
    },
    async remove(nombre, signal) {
      await s3.ask({ method: 'DELETE', key: keyOf(nombre), signal })
    },
    async sweep(nombres, signal) {
      if (!nombres.length) return
      const query = { uploads: '', prefix: keyOf(PREFIJO) }
      const { ListMultipartUploadsResult: page }: Xml = await s3.askXml(
        { method: 'GET', key: '', query, signal },
        ['Upload'],
      )
      const keys = new Set(nombres.map(keyOf))
      for (const { Key, UploadId } of (page?.Upload ?? []) as { Key: string; UploadId: string }[])
        if (keys.has(Key)) await abort(Key, UploadId, signal)
    },
  }
}

/** Content in pieces of `size` bytes, the last one shorter. */
async function* partsOf(content: AsyncIterable<Uint8Array>, size: number): AsyncGenerator<Uint8Array> {
  let part = new Uint8Array(size)
  let filled = 0
  for await (let piece of content) {
    while (piece.length) {
      const taken = piece.subarray(0, size - filled)
      part.set(taken, filled)
      filled += taken.length
      piece = piece.subarray(taken.length)
      if (filled < size) continue
      yield part
      // A part that is tried again is still read.
      part = new Uint8Array(size)
      filled = 0
    }
  }
  if (filled) yield part.subarray(0, filled)
}

/** Ends a download that brings nothing any more. */
async function* watched(
  body: ReadableStream<Uint8Array>,
  stalled: AbortController,
): AsyncGenerator<Uint8Array> {
  const reader = body.getReader()
  try {
    for (;;) {
      const timer = setTimeout(() => stalled.abort(), STALLED_MS)
      const { done, value } = await reader.read().finally(() => clearTimeout(timer))
      if (done) return
      yield value
    }
  } catch (cause) {
    throw new RespaldoFault(`La descarga de la copia se cortó (${(cause as Error).message})`, { cause })
  } finally {
    await reader.cancel().catch(() => {})
  }
}
