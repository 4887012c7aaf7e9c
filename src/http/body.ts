// Reads request bodies: JSON in UTF-8 up to 1 MiB, uploads (multipart or JSON) up to 10 MiB (contract §16). Elysia's own
// parser takes any content type and repairs broken text silently; a body here is either understood or refused.

import { AppError } from '../domain/errors'

const JSON_MAX = 1024 * 1024
const UPLOAD_MAX = 10 * JSON_MAX

/** Where each file of a multipart form goes, as base64, in the JSON form of the same request. */
export type UploadFields = Readonly<Record<string, string>>

/**
 * The JSON body; null when there is none, undefined when it is a multipart form, which only upload routes read. Throws
 * INVALID_JSON, UNSUPPORTED_MEDIA_TYPE, PAYLOAD_TOO_LARGE.
 */
export async function readJson(request: Request): Promise<unknown> {
  if (isMultipart(request)) return undefined
  const bytes = await readBytes(request, JSON_MAX)
  // Not undefined: Elysia would then read the body again by itself.
  if (!bytes.length) return null
  if (!isJsonType(request.headers.get('content-type'))) throw unsupportedMediaType()
  let text: string
  try {
    text = UTF8.decode(bytes)
  } catch (cause) {
    throw new AppError('INVALID_JSON', 'El cuerpo no está en UTF-8', { cause })
  }
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw new AppError('INVALID_JSON', 'El cuerpo no es JSON: revise comas, comillas y llaves', { cause })
  }
}

/** A multipart form in the shape of its JSON twin: texts as they are, files as base64. */
export async function readForm(request: Request, files: UploadFields): Promise<Record<string, unknown>> {
  const bytes = await readBytes(request, UPLOAD_MAX)
  const type = request.headers.get('content-type')!
  let form: Awaited<ReturnType<Response['formData']>>
  try {
    form = await new Response(bytes, { headers: { 'content-type': type } }).formData()
  } catch (cause) {
    throw new AppError('INVALID_JSON', 'El formulario multipart no se puede leer', { cause })
  }
  const body: Record<string, unknown> = {}
  for (const [name, value] of form.entries() as IterableIterator<[string, string | Blob]>) {
    if (typeof value === 'string') body[name] = value
    else body[files[name] ?? name] = Buffer.from(await value.arrayBuffer()).toString('base64')
  }
  return body
}

export const isMultipart = (request: Request): boolean =>
  request.headers.get('content-type')?.toLowerCase().startsWith('multipart/form-data') ?? false

/** The fault of a body that comes in a form the route does not read. */
export const unsupportedMediaType = (): AppError =>
  new AppError('UNSUPPORTED_MEDIA_TYPE', 'El cuerpo debe venir como Content-Type: application/json en UTF-8')

// `fatal`: bytes of Latin-1 would else become question marks in an invoice without a word.
const UTF8 = new TextDecoder('utf-8', { fatal: true })

function isJsonType(header: string | null): boolean {
  const [type, ...parameters] = (header ?? '').toLowerCase().split(';')
  const charset = parameters.map((text) => text.trim()).find((text) => text.startsWith('charset='))
  return (
    /^application\/([\w.+-]+\+)?json$/.test(type!.trim()) && (!charset || /^charset="?utf-?8"?$/.test(charset))
  )
}

async function readBytes(request: Request, max: number): Promise<Uint8Array<ArrayBuffer>> {
  const length = request.headers.get('content-length')
  if (length !== null) {
    if (Number(length) > max) throw tooLarge(max)
    // The server delivers no more than the length it was told.
    const bytes = await request.bytes()
    if (bytes.length > max) throw tooLarge(max)
    return bytes as Uint8Array<ArrayBuffer>
  }
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of request.body ?? []) {
    size += chunk.length
    if (size > max) throw tooLarge(max)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

const tooLarge = (max: number): AppError =>
  new AppError('PAYLOAD_TOO_LARGE', `El cuerpo pasa de ${max / JSON_MAX} MiB`)
