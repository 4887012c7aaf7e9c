// Reads request bodies: JSON in UTF-8 up to 1 MiB, uploads (multipart or JSON) up to 10 MiB (http §16.4). Elysia's own
// parser takes any content type and repairs broken text silently; a body here is either understood or refused.

import { LARGE, nextTurn, ownTurn, type Pause, pauses } from '../base/turn'
import { AppError, faultsError } from '../domain/errors'
import { checkExactNumbers } from './exact-json'
import { cutFile } from './file-of-json'
import { isBase64 } from './formats'
import { hasIdempotencyKey } from './idempotency-key'
import { checkShape, readPlain } from './json-shape'
import { type Formulario, readMultipart, type UploadFields } from './multipart'
import { digest } from './sha256'
import { discardable } from './unread'

const JSON_MAX = 1024 * 1024
/** A gateway's post is a token. A megabyte of fields took a third of a second to read, whoever sent them. */
const FORM_MAX = 16 * 1024
/** The bytes that one token of the rate limit pays for. */
const TOKEN_BYTES = 64 * 1024
const TOKEN_DOCUMENTOS = 10
const TOKEN_LINEAS = 1000
const UPLOAD_MAX = 10 * JSON_MAX
const LLEGADA_MS = 60_000
/** A message, or octets, are a file as it stands: a route that takes files takes it alone. */
const MENSAJE = /^(message\/rfc822|application\/octet-stream)\b/i

/** The limits that a body must pass on its way in. */
interface BodyGate {
  /** Before so many bytes of it are held, again as it grows past what was told. Throws SERVER_BUSY. */
  hold(bytes: number): void
  /** All of it is in, so many bytes, and nothing read yet. Throws RATE_LIMIT. */
  pay(bytes: number): void
}

const ABIERTA: BodyGate = { hold() {}, pay() {} }

/** Bytes that a request says its body has, at most those that its route takes; 0 when it does not say. */
export function declaredBytes({ headers }: Request, files?: UploadFields): number {
  return Math.min(Number(headers.get('content-length')) || 0, files ? UPLOAD_MAX : JSON_MAX)
}

/** Tokens for a body of so many bytes: one for each 64 KiB begun, and one without any. */
export const tokensOfBytes = (bytes: number): number => Math.max(1, Math.ceil(bytes / TOKEN_BYTES))

/** Tokens for what a body asks to be done: one for each ten documents begun, or for each thousand of their lines. */
export function tokensOfDocumentos(body: unknown): number {
  if (typeof body !== 'object' || body === null) return 1
  const { documentos, guias, ids } = body as { documentos?: unknown; guias?: unknown; ids?: unknown }
  const list: unknown[] = [documentos, guias, ids].find(Array.isArray) ?? []
  const lineas = list.reduce<number>((sum, one) => sum + linesOf(one), 0)
  return Math.max(1, Math.ceil(list.length / TOKEN_DOCUMENTOS), Math.ceil(lineas / TOKEN_LINEAS))
}

function linesOf(documento: unknown): number {
  const detalle = (documento as { detalle?: unknown } | null)?.detalle
  return Array.isArray(detalle) ? detalle.length : 0
}

/**
 * The body in its JSON form, null when there is none. `formulario` is the multipart form that the route takes instead,
 * if it does; its files are bytes, however they came, but what is no base64 is left as the text that it is. Throws INVALID_JSON, UNSUPPORTED_MEDIA_TYPE, PAYLOAD_TOO_LARGE.
 */
export async function readBody(
  request: Request,
  gate: BodyGate = ABIERTA,
  formulario?: Formulario,
): Promise<unknown> {
  // No route takes two.
  const field = formulario && Object.values(formulario.files)[0]
  const body = await read(request, gate, formulario, field)
  const file = field === undefined ? undefined : (body as Record<string, unknown> | null)?.[field]
  // Whoever compares it with an earlier one finds its digest ready.
  if (file instanceof Uint8Array && hasIdempotencyKey(request.headers)) await digest(file)
  return body
}

async function read(
  request: Request,
  gate: BodyGate,
  formulario: Formulario | undefined,
  file: string | undefined,
): Promise<unknown> {
  const type = request.headers.get('content-type') ?? ''
  if (formulario && type.toLowerCase().startsWith('multipart/form-data'))
    return readMultipart(await readBytes(request, UPLOAD_MAX, gate), type, formulario, pauses())
  const bytes = await readBytes(request, formulario ? UPLOAD_MAX : JSON_MAX, gate)
  if (file && MENSAJE.test(type) && bytes.length) return { [file]: bytes }
  // Not undefined: Elysia would then read the body again by itself.
  if (!bytes.length) return null
  if (!isJsonType(type)) {
    throw new AppError(
      'UNSUPPORTED_MEDIA_TYPE',
      'El cuerpo debe venir como Content-Type: application/json en UTF-8',
    )
  }
  const pause = pauses()
  return file === undefined ? readJson(bytes, pause) : readWithFile(bytes, file, pause)
}

/** A body whose `field` is a file, in base64. */
async function readWithFile(bytes: Uint8Array<ArrayBuffer>, field: string, pause: Pause): Promise<unknown> {
  const cut = await cutFile(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length), field, pause)
  // The parser tells the faults of a short one better.
  const rest = cut && (cut.file || bytes.length > JSON_MAX) ? cut.rest : bytes
  if (rest.length > JSON_MAX)
    throw new AppError('PAYLOAD_TOO_LARGE', 'El cuerpo pasa de 1 MiB sin contar su archivo')
  const body = await readJson(rest, pause)
  if (typeof body !== 'object' || body === null) return body
  const fields = body as Record<string, unknown>
  const left = fields[field]
  if (left === '' && cut?.file) fields[field] = cut.file
  else if (typeof left === 'string' && isBase64(left))
    fields[field] = new Uint8Array(Buffer.from(left, 'base64'))
  return body
}

async function readJson(bytes: Uint8Array, pause: Pause): Promise<unknown> {
  let text: string
  try {
    text = UTF8.decode(bytes)
  } catch (cause) {
    throw new AppError('INVALID_JSON', 'El cuerpo no está en UTF-8', { cause })
  }
  await pause()
  const body = readPlain(text) ?? (await readLooked(text, pause))
  // Each step over a megabyte takes some ten milliseconds; the others have their turn between two of them.
  await pause()
  await checkExactNumbers(text, pause)
  await pause()
  return body
}

/** The value of a text that was checked letter by letter before. */
async function readLooked(text: string, pause: Pause): Promise<unknown> {
  const repeated = await checkShape(text, pause)
  let body: unknown
  try {
    body = JSON.parse(text)
  } catch (cause) {
    throw new AppError('INVALID_JSON', 'El cuerpo no es JSON: revise comas, comillas y llaves', { cause })
  }
  if (repeated.length) throw faultsError(repeated)
  return body
}

/** The fields of a form as browsers and gateways post it. Throws UNSUPPORTED_MEDIA_TYPE, PAYLOAD_TOO_LARGE. */
export async function readForm(request: Request): Promise<Record<string, string>> {
  const type = request.headers.get('content-type') ?? ''
  if (!type.toLowerCase().startsWith('application/x-www-form-urlencoded'))
    throw new AppError(
      'UNSUPPORTED_MEDIA_TYPE',
      'El cuerpo debe venir como application/x-www-form-urlencoded',
    )
  const text = new TextDecoder().decode(await readBytes(request, FORM_MAX, ABIERTA))
  return Object.fromEntries(new URLSearchParams(text))
}

// `fatal`: bytes of Latin-1 would else become question marks in an invoice without a word.
const UTF8 = new TextDecoder('utf-8', { fatal: true })

function isJsonType(header: string): boolean {
  const [type, ...parameters] = header.toLowerCase().split(';')
  const charset = parameters.map((text) => text.trim()).find((text) => text.startsWith('charset='))
  return (
    /^application\/([\w.+-]+\+)?json$/.test(type!.trim()) &&
    (!charset || /^charset="?utf-?8"?$/.test(charset))
  )
}

/** Throws INVALID_JSON for a body that is not whole in a minute, and ends its connection (http §16.4). */
async function readBytes(request: Request, max: number, gate: BodyGate): Promise<Uint8Array<ArrayBuffer>> {
  const receiving = receive(request, max, gate)
  // Nearly every body is in by the next turn: for those no clock is wound up and nobody listens for a client that goes.
  const early = await Promise.race([receiving, nextTurn()])
  const bytes = early ?? (await unlessLate(request, receiving))
  gate.pay(bytes.length)
  if (bytes.length > LARGE) await ownTurn()
  return bytes
}

async function unlessLate<T>(request: Request, receiving: Promise<T>): Promise<T> {
  const late = Promise.withResolvers<never>()
  // The runtime's limit begins anew with every byte: one that comes now and then would hold a connection for ever.
  const timer = setTimeout(
    () =>
      late.reject(
        new AppError('INVALID_JSON', 'El cuerpo no llegó completo en 60 segundos', {
          headers: { connection: 'close' },
        }),
      ),
    LLEGADA_MS,
  )
  // The runtime leaves a gone client's body waiting for ever: its place must not wait.
  const gone = (): void => late.reject(new AppError('INVALID_JSON', 'El cuerpo quedó a medias'))
  request.signal.addEventListener('abort', gone, { once: true })
  if (request.signal.aborted) gone()
  try {
    return await Promise.race([receiving, late.promise])
  } finally {
    clearTimeout(timer)
    request.signal.removeEventListener('abort', gone)
  }
}

async function receive(request: Request, max: number, gate: BodyGate): Promise<Uint8Array<ArrayBuffer>> {
  const length = request.headers.get('content-length')
  if (length !== null) {
    if (Number(length) > max) throw tooLarge(request, max)
    gate.hold(Number(length))
    // The server delivers no more than the length it was told.
    const bytes = await request.bytes()
    if (bytes.length > max) throw tooLarge(request, max)
    return bytes as Uint8Array<ArrayBuffer>
  }
  const discarded = discardable(request)
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of request.body ?? []) {
    size += chunk.length
    if (size <= max) {
      gate.hold(size)
      chunks.push(chunk)
    }
    if (size > max && size > discarded) throw tooLarge(request, max)
  }
  if (size > max) throw tooLarge(request, max)
  const { buffer, byteOffset, length: all } = Buffer.concat(chunks)
  // No Buffer: a file that is one would be written out, byte by byte, where a body is digested.
  return new Uint8Array(buffer as ArrayBuffer, byteOffset, all)
}

/** The overhead of a body around its file, and so the file's limit. */
function overhead({ headers }: Request, max: number): string {
  const type = headers.get('content-type') ?? ''
  if (max < UPLOAD_MAX || MENSAJE.test(type)) return ''
  return isJsonType(type)
    ? ': en base64 caben archivos de hasta 7,5 MiB; los mayores, como multipart/form-data'
    : ': el archivo y lo que el formulario le agrega deben caber juntos'
}

const tooLarge = (request: Request, max: number): AppError =>
  new AppError(
    'PAYLOAD_TOO_LARGE',
    max < JSON_MAX
      ? `El formulario pasa de ${max / 1024} KiB`
      : `El cuerpo pasa de ${max / JSON_MAX} MiB${overhead(request, max)}`,
  )
