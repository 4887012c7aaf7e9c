// Asks the operator's model (OpenAI-compatible) for what a file says. It is given the text or the picture and the wanted shape, nothing
// else; what it answers is held against the text as if a stranger had said it (extraccion §4).

import { claseOf } from './clase'
import { INSTRUCCIONES, readRespuesta, SCHEMA } from './ia-respuesta'
import type { Thread } from './thread'
import type { Ia, RespuestaIa } from './tipos'

export interface ConfigIa {
  /** The server, with or without its path `/v1/chat/completions`. */
  url: string
  clave: string | null
  modelo: string
}

type Fetch = (url: string, init: RequestInit) => Promise<Response>

/** extraccion §4. */
const PLAZO_MS = 45_000
const TEXTO_MAX = 60_000
const IMAGENES_MAX = 8 * 1024 * 1024
const RESPUESTA_MAX = 256 * 1024

export function createIa(
  { url, clave, modelo }: ConfigIa,
  thread: Thread,
  fetch: Fetch = globalThis.fetch,
  plazo = PLAZO_MS,
): Ia {
  const address = endpointOf(url)

  async function send(content: unknown, signal: AbortSignal): Promise<string | SinRespuesta> {
    const response = await fetch(address, {
      method: 'POST',
      // The key is for the server that the operator named and no other.
      redirect: 'manual',
      signal,
      headers: { 'content-type': 'application/json', ...(clave && { authorization: `Bearer ${clave}` }) },
      body: JSON.stringify({
        model: modelo,
        temperature: 0,
        messages: [
          { role: 'system', content: INSTRUCCIONES },
          { role: 'user', content },
        ],
        response_format: {
          type: 'json_schema',
          json_schema: { name: 'factura', strict: true, schema: SCHEMA },
        },
      }),
    })
    if (response.status !== 200) {
      await response.body?.cancel()
      // Its own faults, and where it would send us, are no answer; what it has against the question is a refusal.
      const rehusada = response.status >= 400 && response.status < 500
      return noAnswer(`La inteligencia artificial respondió ${response.status}`, { rehusada })
    }
    const text = await bounded(response)
    return text ?? noAnswer('La respuesta de la inteligencia artificial es demasiado larga')
  }

  return {
    async preguntar(pedido, { signal } = {}) {
      const content = contentOf(pedido)
      if (content === null)
        return noAnswer(`La imagen supera los ${IMAGENES_MAX >> 20} MiB: complete los datos a mano`)
      const until = AbortSignal.timeout(plazo)
      let said: string | SinRespuesta
      try {
        said = await send(content, signal ? AbortSignal.any([signal, until]) : until)
      } catch {
        signal?.throwIfAborted()
        const motivo = until.aborted ? 'no respondió a tiempo' : 'no responde'
        return noAnswer(`La inteligencia artificial ${motivo}`)
      }
      if (typeof said !== 'string') return said
      const propuesta = readRespuesta(said)
      if (!propuesta)
        return noAnswer('La inteligencia artificial respondió algo que no se entiende', { contestada: true })
      const texto = 'texto' in pedido ? pedido.texto : null
      const held = await thread.ask({ tarea: 'contrastar', args: [propuesta, texto] }, signal)
      if ('abandono' in held)
        return noAnswer('No se pudo comparar la respuesta con el archivo', { contestada: true })
      return { ok: true, propuesta, camposDudosos: held.valor } satisfies RespuestaIa
    },
  }
}

type SinRespuesta = Extract<RespuestaIa, { ok: false }>

const noAnswer = (
  motivo: string,
  { contestada = false, rehusada = false }: { contestada?: boolean; rehusada?: boolean } = {},
): SinRespuesta => ({ ok: false, contestada, rehusada, motivo })

/** Where to ask. Throws on a text that is no URL. */
export function endpointOf(url: string): string {
  const base = url.replace(/\/+$/, '')
  if (base.endsWith('/chat/completions')) return base
  return `${base}${/\/v\d+$/.test(base) ? '' : '/v1'}/chat/completions`
}

/** As JSON, so that no text can pretend to end and to go on as something else. Null for what is too large. */
function contentOf(pedido: Parameters<Ia['preguntar']>[0]): unknown {
  if ('texto' in pedido) return JSON.stringify({ archivo: pedido.texto.slice(0, TEXTO_MAX) })
  if (pedido.imagenes.reduce((sum, { length }) => sum + length, 0) > IMAGENES_MAX) return null
  return pedido.imagenes.map((bytes) => {
    const clase = claseOf(bytes) === 'png' ? 'png' : 'jpeg'
    const url = `data:image/${clase};base64,${Buffer.from(bytes).toString('base64')}`
    return { type: 'image_url', image_url: { url } }
  })
}

/** The body as text; null past the limit. */
async function bounded(response: Response): Promise<string | null> {
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of response.body ?? []) {
    length += chunk.length
    if (length > RESPUESTA_MAX) return null
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}
