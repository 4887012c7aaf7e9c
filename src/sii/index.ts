// The SII client: the interface `Sii` spoken over an injected fetch. Documents go to DTEUpload and the SOAP queries,
// boletas to their REST service; the caller sees no difference.

import type { Clock } from '../base/clock'
import type { Ambiente } from '../domain/ambiente'
import { queryBoleta, queryEnvioBoletas, uploadBoletas } from './boleta'
import { queryEstDte, queryEstDteAv } from './dte'
import { queryEstUp } from './envio'
import { type Hosts, siiHosts } from './hosts'
import { type LlamadaReclamo, listEventos, queryCedible, queryRecepcion, registerAccion } from './reclamo'
import type { ConsultaDte, Contexto, DocumentoAcuse, Sii } from './sii'
import { createTokens } from './token'
import { multipartEnvio, uploadDte } from './upload'
import { createWire, type Fetch, ownedWire } from './wire'

export { asking } from './asking'
export { explain } from './codigos/codigos'
export { type Explicacion, explainDocumento } from './codigos/veredicto'
export { contradiccion, REMEDIO_CONTRADICCION } from './contradiccion'
export { countFaults, createFaultCount } from './counted'
export { avisoDesfase, DESFASE_MAX_S, desfaseOf, watchDesfase } from './desfase'
export { dichoOf, rehusadoOf } from './dicho'
export { SIMULADOR_URL, siiHosts } from './hosts'
export { verdictOfLibro } from './libro'
export * from './rcv'
export type * from './sii'
export { SiiFault } from './sii'
export type { Fetch } from './wire'

/**
 * The User-Agent the SII documents for the boleta service. Without `PROG 1.0` DTEUpload answers a page for people, and
 * the boleta service a 401 (sii §1.3, §6.3).
 */
const USER_AGENT = 'Mozilla/4.0 ( compatible; PROG 1.0; Windows NT)'

interface SiiTimeouts {
  soap: number
  rest: number
  upload: number
}

/** Milliseconds, as others who talk to these servers settled on (sii §1.4). */
const TIMEOUTS: SiiTimeouts = { soap: 30_000, rest: 15_000, upload: 60_000 }

export interface SiiOptions {
  fetch: Fetch
  clock: Clock
  hosts?: Record<Ambiente, Hosts>
  userAgent?: string
  timeouts?: Partial<SiiTimeouts>
  /** The pause between attempts of a query or of signing in; a second at most. */
  sleep?: (ms: number) => Promise<void>
}

/**
 * A client with a token cache of its own. Uploads leave once: the job queue repeats them, with the same bytes. Queries
 * and signing in are repeated at most twice while the SII is down. A caller's abort rejects with its signal's reason.
 */
export function createSii(options: SiiOptions): Sii {
  const { fetch, clock, hosts = siiHosts(), userAgent = USER_AGENT, sleep = Bun.sleep } = options
  if (!userAgent.includes('PROG 1.0')) throw new RangeError('The User-Agent must contain "PROG 1.0"')
  const timeouts = { ...TIMEOUTS, ...options.timeouts }
  const wire = createWire({ fetch, userAgent, sleep })
  const tokens = createTokens({ wire, hosts, clock, timeouts })

  const owned = ({ ambiente, firmante: { dueno } }: Contexto) =>
    ownedWire(wire, dueno === undefined ? { ambiente } : { ambiente, dueno })

  const soapQuery = <T>(ctx: Contexto, ask: (base: string, token: string) => Promise<T>): Promise<T> =>
    tokens.use(ctx, 'soap', (token) => wire.retrying(ctx.signal, () => ask(hosts[ctx.ambiente].soap, token)))

  const restQuery = <T>(ctx: Contexto, ask: (base: string, token: string) => Promise<T>): Promise<T> =>
    tokens.use(ctx, 'rest', (token) =>
      wire.retrying(ctx.signal, () => ask(hosts[ctx.ambiente].boletaConsulta, token)),
    )

  const reclamo = <T>(
    ctx: Contexto,
    dte: DocumentoAcuse,
    ask: (call: LlamadaReclamo) => Promise<T>,
  ): Promise<T> =>
    tokens.use(ctx, 'soap', (token) =>
      ask({ wire: owned(ctx), url: hosts[ctx.ambiente].reclamo, token, ctx, dte, timeoutMs: timeouts.soap }),
    )

  const reclamoQuery = <T>(ctx: Contexto, dte: DocumentoAcuse, ask: (call: LlamadaReclamo) => Promise<T>) =>
    reclamo(ctx, dte, (call) => wire.retrying(ctx.signal, () => ask(call)))

  const boleta = (ctx: Contexto, dte: ConsultaDte) =>
    restQuery(ctx, (base, token) => queryBoleta(owned(ctx), base, token, ctx, dte, timeouts.rest))

  return {
    uploadEnvio(ctx, sobre, xml, fileName) {
      const multipart = multipartEnvio(ctx, xml, fileName)
      const { soap, boletaEnvio } = hosts[ctx.ambiente]
      return sobre === 'EnvioBOLETA'
        ? tokens.use(ctx, 'rest', (token) =>
            uploadBoletas(owned(ctx), boletaEnvio, token, ctx, multipart, timeouts.upload),
          )
        : tokens.use(ctx, 'soap', (token) =>
            uploadDte(owned(ctx), `${soap}/cgi_dte/UPL/DTEUpload`, token, ctx, multipart, timeouts.upload),
          )
    },

    queryEnvio: (ctx, sobre, trackId) =>
      sobre === 'EnvioBOLETA'
        ? restQuery(ctx, (base, token) =>
            queryEnvioBoletas(owned(ctx), base, token, ctx, trackId, timeouts.rest),
          )
        : soapQuery(ctx, (base, token) => queryEstUp(owned(ctx), base, token, ctx, trackId, timeouts.soap)),

    queryDte: (ctx, sobre, dte) =>
      sobre === 'EnvioBOLETA'
        ? boleta(ctx, dte)
        : soapQuery(ctx, (base, token) => queryEstDte(owned(ctx), base, token, ctx, dte, timeouts.soap)),

    queryDteAv(ctx, sobre, dte) {
      if (sobre === 'EnvioBOLETA') return boleta(ctx, dte)
      // Nothing to compare without a signature, and the service refuses an empty one.
      const query = dte.firma ? queryEstDteAv : queryEstDte
      return soapQuery(ctx, (base, token) => query(owned(ctx), base, token, ctx, dte, timeouts.soap))
    },

    // Not repeated: it changes something, and whoever asks looks first whether it arrived.
    registerAcuse: (ctx, dte, accion) => reclamo(ctx, dte, (call) => registerAccion(call, accion)),
    listAcuses: (ctx, dte) => reclamoQuery(ctx, dte, listEventos),
    queryCedible: (ctx, dte) => reclamoQuery(ctx, dte, queryCedible),
    queryRecepcion: (ctx, dte) => reclamoQuery(ctx, dte, queryRecepcion),
  }
}
