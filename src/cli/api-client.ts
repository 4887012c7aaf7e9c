// The API of a server as commands use it: over HTTP with a key, or beside the data folder with one that is made for this machine.

import { whyUnreachable } from '../base/network-words'
import { loadConfig } from '../config'
import { parseUrl } from '../config-valores'
import { readText } from './archivo'
import { type Argumentos, DATA_FLAG, Falla, type Flags, type Io, text, UsoIncorrecto } from './comando'
import { fetchOwn, ownAddress } from './listen'
import { localKey } from './local-key'

/** The flags of every command that asks a server. */
export const API_FLAGS: Flags = {
  ...DATA_FLAG,
  url: { type: 'string' },
  'llave-archivo': { type: 'string' },
  empresa: { type: 'string' },
  ambiente: { type: 'string' },
}

/** The usage of these flags. */
export const API_USAGE = '[--url URL --llave-archivo ARCHIVO | --empresa RUT --ambiente AMBIENTE]'

/** The server's refusal, with its code and faults. */
export class Refusal extends Falla {
  readonly code: string
  readonly detalles: readonly { campo?: string; linea?: number; mensaje?: string }[]
  constructor(message: string, code: string, detalles: Refusal['detalles']) {
    super(message)
    this.code = code
    this.detalles = detalles
  }
}

/** No answer came, and whether the server did what it was asked is not known. */
export class AnswerLost extends Falla {}

export interface Answer<T> {
  body: T
  headers: Headers
}

export interface ApiClient {
  /** Throws Refusal, AnswerLost, or Falla where no server listens. */
  get<T>(path: string): Promise<Answer<T>>
  post<T>(path: string, body: string, headers: Record<string, string>): Promise<Answer<T>>
  put<T>(path: string, body: string): Promise<Answer<T>>
  /** `method` is GET unless said. */
  download(path: string, method?: string): Promise<Answer<Uint8Array>>
}

/** The runtime's words and the system's for a port where nobody listens. */
const REFUSED = ['ConnectionRefused', 'FailedToOpenSocket', 'ECONNREFUSED']
const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/
/** An answer takes no longer than the server's own patience with the SII. */
const PATIENCE_MS = 60_000

/** Throws UsoIncorrecto, Falla, ConfigError. */
export function openApi(args: Argumentos, io: Io): ApiClient {
  const { url, llave, carpeta } = accessOf(args, io)
  const ask = carpeta !== null || LOOPBACK.test(new URL(url).hostname) ? fetchOwn : fetch
  async function send(method: string, path: string, body?: string, headers = {}): Promise<Response> {
    let answer: Response
    try {
      answer = await ask(url + path, {
        method,
        headers: { 'x-api-key': llave, ...headers },
        ...(body !== undefined && { body }),
        signal: AbortSignal.timeout(PATIENCE_MS),
      })
    } catch (cause) {
      const { code } = cause as { code?: string }
      if (REFUSED.includes(code ?? ''))
        throw new Falla(`No hay un servidor en ${url}: pártalo con timbre serve, o indique otro con --url`, {
          cause,
        })
      throw new AnswerLost(`${url} no respondió (${whyUnreachable(cause)})`, { cause })
    }
    if (!answer.ok) {
      const refusal = await refusalOf(answer)
      // It was written in the folder just now.
      if (carpeta !== null && refusal.code === 'API_KEY_INVALID')
        throw new Falla(
          `En ${url} atiende otro servidor, que no es el de ${carpeta}: parta el de ésa, o indique otra carpeta con --data`,
          { cause: refusal },
        )
      throw refusal
    }
    return answer
  }
  const json = async <T>(answer: Response): Promise<Answer<T>> => ({
    body: (await answer.json()) as T,
    headers: answer.headers,
  })
  return {
    get: async (path) => json(await send('GET', path)),
    post: async (path, body, headers) =>
      json(await send('POST', path, body, { 'content-type': 'application/json', ...headers })),
    put: async (path, body) => json(await send('PUT', path, body, { 'content-type': 'application/json' })),
    async download(path, method = 'GET') {
      const answer = await send(method, path)
      return { body: await answer.bytes(), headers: answer.headers }
    },
  }
}

/** Where and as whom; `carpeta` is the data folder whose server it is. A key never stands on the command line, which every user of the machine may read. */
function accessOf(args: Argumentos, io: Io): { url: string; llave: string; carpeta: string | null } {
  const config = loadConfig(io.env, { data: text(args, 'data') })
  const named = text(args, 'url') ?? (io.env.TIMBRE_URL || undefined)
  const url = named === undefined ? null : parseUrl(named)
  if (named !== undefined && url === null)
    throw new UsoIncorrecto(`«${named}» no es una dirección http:// o https://`)
  const file = text(args, 'llave-archivo')
  const llave = file === undefined ? io.env.TIMBRE_LLAVE : readText(file).trim()
  if (llave) {
    const extra = ['empresa', 'ambiente'].find((name) => text(args, name) !== undefined)
    if (extra) throw new UsoIncorrecto(`--${extra} va sin llave: una llave es de una empresa y un ambiente`)
    return { url: url ?? `http://${ownAddress(config.addr)}`, llave, carpeta: null }
  }
  if (url)
    throw new UsoIncorrecto('Falta la llave de API: en TIMBRE_LLAVE, o en el archivo de --llave-archivo')
  const wanted = { rut: text(args, 'empresa'), ambiente: text(args, 'ambiente') }
  return { ...localKey(config, wanted, io), carpeta: config.dataDir }
}

async function refusalOf(answer: Response): Promise<Refusal> {
  const body = (await answer.json().catch(() => ({}))) as {
    error?: string
    code?: string
    detalles?: unknown
  }
  const detalles = Array.isArray(body.detalles) ? (body.detalles as Refusal['detalles']) : []
  const said = body.error ?? `El servidor respondió ${answer.status}`
  const lines = detalles.flatMap(({ campo, linea, mensaje }) => {
    const place = campo ? `${campo}: ` : linea ? `Línea ${linea}: ` : ''
    // One that the sentence tells already is not told twice.
    return mensaje && said !== mensaje ? [`  ${place}${mensaje}`] : []
  })
  return new Refusal([said, ...lines].join('\n'), body.code ?? `HTTP_${answer.status}`, detalles)
}
