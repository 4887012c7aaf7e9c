// Requests to an S3-compatible service, signed (AWS Signature Version 4). What it refuses is told in Spanish.

import { createHash } from 'node:crypto'
import { AwsV4Signer } from 'aws4fetch'
import type { XMLParser as Parser } from 'fast-xml-parser'
import { whyUnreachable } from '../base/network-words'
import { RespaldoFault } from './falla'

export interface AccesoS3 {
  /** The service's address, without the bucket. */
  url: string
  /** Null is guessed from the address, or `us-east-1`. */
  region: string | null
  llave: string
  secreto: string
  /** The bucket is in the path or in the host's name. */
  estilo: 'ruta' | 'host'
}

interface Pedido {
  method: 'GET' | 'PUT' | 'POST' | 'DELETE'
  /** The object's, within the bucket; '' is the bucket itself. */
  key: string
  query?: Record<string, string>
  body?: Uint8Array
  signal: AbortSignal
}

const TRIES = 5
const FIRST_WAIT_MS = 500
/** A part of 16 MiB at 30 KB a second. */
const PATIENCE_MS = 10 * 60_000

/** Asks about one bucket. Methods throw RespaldoFault. */
export function createS3(bucket: string, acceso: AccesoS3, firstWaitMs = FIRST_WAIT_MS) {
  const base = new URL(acceso.url)
  if (acceso.estilo === 'host') base.hostname = `${bucket}.${base.hostname}`
  const root = base.href.replace(/\/$/, '') + (acceso.estilo === 'ruta' ? `/${bucket}` : '')

  async function once({ method, key, query = {}, body, signal }: Pedido): Promise<Response> {
    const url = new URL(key ? `${root}/${key.split('/').map(encodeURIComponent).join('/')}` : root)
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
    const digest = createHash('sha256')
      .update(body ?? '')
      .digest('hex')
    const signed = await new AwsV4Signer({
      method,
      url: url.href,
      headers: { 'x-amz-content-sha256': digest },
      ...(body && { body: body as Uint8Array<ArrayBuffer> }),
      accessKeyId: acceso.llave,
      secretAccessKey: acceso.secreto,
      service: 's3',
      ...(acceso.region && { region: acceso.region }),
    }).sign()
    // A download lasts as long as it lasts: whoever reads it watches over its pieces.
    const patience = method === 'GET' && key !== '' ? [] : [AbortSignal.timeout(PATIENCE_MS)]
    return fetch(signed.url, {
      method,
      headers: signed.headers,
      ...(body && { body: body as Uint8Array<ArrayBuffer> }),
      redirect: 'manual',
      signal: AbortSignal.any([signal, ...patience]),
    })
  }

  /** Asks until the service answers, a few times; a refusal is final. */
  async function ask(pedido: Pedido): Promise<Response> {
    for (let tried = 1; ; tried++) {
      const last = tried === TRIES
      try {
        const answer = await once(pedido)
        if (answer.ok) return answer
        const text = await answer.text()
        if (last || (answer.status < 500 && answer.status !== 429))
          throw refusal(answer.status, text, bucket, acceso)
      } catch (cause) {
        pedido.signal.throwIfAborted()
        if (cause instanceof RespaldoFault) throw cause
        if (last) throw new RespaldoFault(`${base.host} no responde: ${whyUnreachable(cause)}`, { cause })
      }
      await Bun.sleep(firstWaitMs * 4 ** (tried - 1))
    }
  }

  return {
    ask,
    /** The answer's XML, of which `lists` are always lists. */
    async askXml(pedido: Pedido, lists: readonly string[] = []): Promise<Xml> {
      const text = await (await ask(pedido)).text()
      const xml = parse(text, lists)
      // The service may say 200 first and find the fault afterwards.
      if (xml.Error) throw refusal(200, text, bucket, acceso)
      return xml
    },
  }
}

// biome-ignore lint/suspicious/noExplicitAny: an answer whose shape its reader knows
export type Xml = Record<string, any>

function parse(text: string, lists: readonly string[]): Xml {
  const { XMLParser } = require('fast-xml-parser') as { XMLParser: typeof Parser }
  const parser = new XMLParser({ parseTagValue: false, isArray: (name) => lists.includes(name) })
  try {
    return (parser.parse(text) as Xml | undefined) ?? {}
  } catch {
    return {}
  }
}

/** The remedy of a refusal, by its code. */
const REMEDIOS: Record<string, (bucket: string, acceso: AccesoS3) => string> = {
  NoSuchBucket: (bucket) => `el bucket ${bucket} no existe`,
  NoSuchKey: () => 'la copia ya no está',
  AccessDenied: (bucket) =>
    `la llave no tiene permiso sobre ${bucket}: necesita listar, leer, escribir y borrar`,
  InvalidAccessKeyId: () => 'TIMBRE_RESPALDO_S3_LLAVE no es de este servicio',
  SignatureDoesNotMatch: () => 'TIMBRE_RESPALDO_S3_SECRETO no es el de TIMBRE_RESPALDO_S3_LLAVE',
  RequestTimeTooSkewed: () => 'el reloj de esta máquina está corrido',
  AuthorizationHeaderMalformed: () => 'la región es otra: indíquela en TIMBRE_RESPALDO_S3_REGION',
  PermanentRedirect: () => 'el bucket está en otra región: indíquela en TIMBRE_RESPALDO_S3_REGION',
}

function refusal(status: number, text: string, bucket: string, acceso: AccesoS3): RespaldoFault {
  const { Error: said } = parse(text, [])
  const code = String(said?.Code ?? '')
  const moved = status >= 300 && status < 400 ? 'PermanentRedirect' : code
  const why = REMEDIOS[moved]?.(bucket, acceso) ?? String(said?.Message ?? 'sin explicación').slice(0, 200)
  return new RespaldoFault(`${new URL(acceso.url).host} respondió ${status}${code && ` ${code}`}: ${why}`)
}
