// Signing in to the SII: seed, signed getToken document, token; and the cache that keeps it rare (sii §2, §6.2).
// SOAP services and the boleta service have separate seeds and separate tokens.

import type { Clock } from '../base/clock'
import type { Ambiente } from '../domain/ambiente'
import { signSemilla } from '../xml/firma-semilla'
import { explain, lookUp } from './codigos/codigos'
import { CERTIFICADO_RECHAZADO, TOKEN } from './codigos/token'
import type { Hosts } from './hosts'
import { textOf } from './nodo'
import { type Contexto, type Firmante, SiiFault } from './sii'
import { callSoap, type Respuesta, readRespuesta } from './soap'
import { TokenRefused } from './token-refused'
import { untilAborted, type Wire, xmlAnswer } from './wire'

/** The two systems that give tokens; one's is worthless at the other. */
export type Sistema = 'soap' | 'rest'

export interface Tokens {
  /**
   * Runs `operation` with a token. When it throws `TokenRefused` the token is discarded and the operation run once more
   * with a new one; refused again, it is a `SiiFault` of stage `autenticacion_sii`.
   */
  use<T>(ctx: Contexto, sistema: Sistema, operation: (token: string) => Promise<T>): Promise<T>
}

interface TokensOptions {
  wire: Wire
  hosts: Record<Ambiente, Hosts>
  clock: Clock
  timeouts: { soap: number; rest: number }
}

/** Nobody knows how long a token lives (sii §9.1); all who use them hold them for an hour or less. */
const KEEP_MS = 50 * 60_000

interface Entry {
  /** The certificate that signed in. */
  de: string
  token: Promise<string>
  expiresAt: number
}

/**
 * The owner of a token: the person within an account, whichever of their certificates signed in; no other
 * account.
 */
const titularOf = ({ dueno, rut, id }: Firmante): string => (dueno ? `${dueno} ${rut}` : id)

/** The SII's answer about another certificate of the person need not be true of this one. */
const isOther = (error: unknown, entry: Entry, { id }: Firmante): boolean =>
  error instanceof SiiFault && error.code === 'CERTIFICATE_INVALID' && entry.de !== id

export function createTokens({ wire, hosts, clock, timeouts }: TokensOptions): Tokens {
  const cache = new Map<string, Entry>()

  const drop = (key: string, entry: Entry) => {
    // Someone else may have renewed it already; theirs stays.
    if (cache.get(key) === entry) cache.delete(key)
  }

  const obtain = (key: string, sistema: Sistema, { ambiente, firmante }: Contexto): Entry => {
    const now = clock().getTime()
    const known = cache.get(key)
    if (known && known.expiresAt > now) return known
    // Not tied to one caller's signal, for all that come meanwhile wait for this same request.
    const login = () =>
      signIn(wire, sistema, hosts[ambiente], firmante, timeouts[sistema]).catch((fault) => {
        // There is no token yet: a page of the door's.
        if (!(fault instanceof TokenRefused)) throw fault
        const { codigo, glosa } = fault
        const at = { etapa: ETAPA, retryable: true, answered: true, codigo, glosa } as const
        throw new SiiFault('SII_ERROR', 'El SII no dejó ingresar', at)
      })
    const entry = { de: firmante.id, token: wire.retrying(undefined, login), expiresAt: now + KEEP_MS }
    cache.set(key, entry)
    entry.token.catch(() => drop(key, entry))
    return entry
  }

  return {
    async use(ctx, sistema, operation) {
      const key = `${ctx.ambiente} ${sistema} ${titularOf(ctx.firmante)}`
      const signedIn = async (): Promise<[Entry, string]> => {
        const entry = obtain(key, sistema, ctx)
        try {
          return [entry, await (ctx.signal ? untilAborted(entry.token, ctx.signal) : entry.token)]
        } catch (error) {
          if (!isOther(error, entry, ctx.firmante)) throw error
          drop(key, entry)
          return signedIn()
        }
      }
      const attempt = async () => {
        ctx.signal?.throwIfAborted()
        const [entry, token] = await signedIn()
        try {
          return await operation(token)
        } catch (error) {
          if (error instanceof TokenRefused) drop(key, entry)
          throw error
        }
      }
      try {
        return await attempt().catch((error) => {
          if (error instanceof TokenRefused) return attempt()
          throw error
        })
      } catch (error) {
        if (!(error instanceof TokenRefused)) throw error
        throw new SiiFault('SII_ERROR', 'El SII rechazó dos veces el token, también el recién obtenido', {
          etapa: 'autenticacion_sii',
          retryable: true,
          answered: true,
          codigo: error.codigo,
          glosa: error.glosa,
        })
      }
    },
  }
}

const ETAPA = 'autenticacion_sii'

// Seed and token are one unit: a seed may be spent by a getToken whose answer was lost.
async function signIn(
  wire: Wire,
  sistema: Sistema,
  hosts: Hosts,
  { llave, certificado }: Firmante,
  timeoutMs: number,
): Promise<string> {
  const ask = sistema === 'soap' ? soapLogin(wire, hosts, timeoutMs) : restLogin(wire, hosts, timeoutMs)
  const seed = await ask.seed()
  if (!isGood(seed)) throw loginFault(seed)
  const semilla = textOf(seed.cuerpo, 'SEMILLA') || textOf(seed.cuerpo, 'SEED')
  if (!/^\w+$/.test(semilla)) throw loginFault(seed)
  const answer = await ask.token(signSemilla(semilla, llave, certificado))
  const token = textOf(answer.cuerpo, 'TOKEN')
  // Opaque, but it goes into a header line.
  if (!isGood(answer) || !/^[\x21-\x3a\x3c-\x7e]+$/.test(token)) throw loginFault(answer)
  return token
}

interface Login {
  seed(): Promise<Respuesta>
  token(documento: string): Promise<Respuesta>
}

const soapLogin = (wire: Wire, hosts: Hosts, timeoutMs: number): Login => ({
  seed: () =>
    callSoap(wire, {
      url: `${hosts.soap}/DTEWS/CrSeed.jws`,
      operation: 'getSeed',
      params: [],
      timeoutMs,
      etapa: ETAPA,
    }),
  token: (documento) =>
    callSoap(wire, {
      url: `${hosts.soap}/DTEWS/GetTokenFromSeed.jws`,
      operation: 'getToken',
      params: [['pszXml', documento]],
      timeoutMs,
      etapa: ETAPA,
    }),
})

function restLogin(wire: Wire, hosts: Hosts, timeoutMs: number): Login {
  const ask = async (method: 'GET' | 'POST', recurso: string, body?: string): Promise<Respuesta> => {
    const answer = await wire.send({
      url: `${hosts.boletaConsulta}/boleta.electronica.${recurso}`,
      method,
      headers: { Accept: 'application/xml', ...(body && { 'Content-Type': 'application/xml' }) },
      body,
      timeoutMs,
      etapa: ETAPA,
    })
    return readRespuesta(xmlAnswer(answer, ETAPA), answer, ETAPA)
  }
  return { seed: () => ask('GET', 'semilla'), token: (documento) => ask('POST', 'token', documento) }
}

const isGood = ({ estado }: Respuesta): boolean => /^0+$/.test(estado)

function loginFault(respuesta: Respuesta): SiiFault {
  const { estado, cabecera } = respuesta
  const glosa = textOf(cabecera, 'GLOSA')
  const row = lookUp(TOKEN, estado)
  const rejected = CERTIFICADO_RECHAZADO.has(estado.replace(/^-0+/, '-'))
  const causa = (!isGood(respuesta) && explain(estado, ETAPA)?.causa) || 'El SII no entregó semilla o token'
  return new SiiFault(rejected ? 'CERTIFICATE_INVALID' : 'SII_ERROR', causa, {
    etapa: ETAPA,
    // An unknown ESTADO, or a good one without its value, is worth another try.
    retryable: row?.falla ? row.reintentable : true,
    answered: true,
    codigo: estado,
    glosa: glosa || undefined,
  })
}
