// The SII, simulated: the same wire as maullin, palena and the boleta hosts, over a database of its own (simulator
// §1). It judges by src/xml/verify and xml-crypto, never by what Timbre signs with.

import { randomBytes } from 'node:crypto'
import type { Database } from 'better-sqlite3'
import type { Clock } from '../base/clock'
import { type NewId, REQUEST_ID, requestIdFor } from '../base/id'
import { answerApi } from './api'
import { answerBoleta, boletaRuta, boletaServicio, boletaUnknown } from './boleta'
import { createEstafeta } from './correo/estafeta'
import { type Falla, hasFallaRcof, type Servicio, takeFalla } from './fallas'
import { HOSTS, locate } from './hosts'
import { createLibro } from './libro'
import { parseMultipart } from './multipart'
import { firewallPage } from './portal/paginas'
import { createPortal, isPortal } from './portal/portal'
import { createProceso } from './proceso'
import { isConsumoFolios } from './rcof/lectura'
import { answerReclamo, isReclamoPath } from './reclamo-soap'
import { createReloj } from './reloj'
import {
  type Cifrado,
  type Llamada,
  type Log,
  PASOS,
  type Paso,
  type Rarezas,
  type Sim,
  type Simulator,
} from './sim'
import { answerSoap, soapServicio } from './soap-servicios'
import { prepareSimulador } from './statements'
import { answerUpload, recepcionStatus } from './upload'
import { noticeCarta } from './vecinos/correspondencia'
import { createOficina } from './vecinos/oficina'
import { createVida } from './vecinos/vida'

export interface SimulatorOptions {
  /** Migrated. Everything the simulator knows is in it. */
  db: Database
  clock: Clock
  newId: NewId
  /** Bytes for seeds, tokens and passwords; node:crypto's by default. */
  random?: (size: number) => Uint8Array
  /** Milliseconds of each step of an envelope after the one before; 200 each by default. */
  delays?: Partial<Record<Paso, number>>
  /** Life of a token, 60 minutes by default (sii §2.3: no SII text states it). */
  tokenTtlMs?: number
  rarezas?: Partial<Rarezas>
  /** Encryption at rest of the envelopes; by default they are kept as they came. */
  cifrado?: Cifrado
  /** Documents and what is said of them are each owner's alone; by default everybody's (simulator §11.1). */
  aparte?: boolean
  log?: Log
}

const RAREZAS: Rarezas = {
  retornoSinCalificar: false,
  cabeceraPrimero: false,
  pdr: false,
  latin1: false,
  sinNumeroAtencion: false,
  listasNulas: false,
}

const PLANO: Cifrado = { seal: (_, plain) => Buffer.from(plain), open: (_, stored) => Buffer.from(stored) }

/** A simulator over the tables in `db`; it goes on with what an earlier one left unfinished. */
export function createSimulator({
  db,
  clock,
  newId,
  random = randomBytes,
  delays,
  tokenTtlMs = 3_600_000,
  rarezas,
  cifrado = PLANO,
  aparte = false,
  log = () => {},
}: SimulatorOptions): Simulator {
  const sql = prepareSimulador(db)
  const reloj = createReloj(sql, clock)
  const sim: Sim = {
    db,
    sql,
    now: reloj.now,
    machine: clock,
    newId,
    random,
    delays: { ...(Object.fromEntries(PASOS.map((paso) => [paso, 200])) as Record<Paso, number>), ...delays },
    tokenTtlMs,
    rarezas: { ...RAREZAS, ...rarezas },
    cifrado,
    aparte,
    log,
  }
  const libro = createLibro(sim)
  const pause = () => new Promise<void>((resolve) => setImmediate(resolve))
  const oficina = createOficina(sim, pause)
  const estafeta = createEstafeta(sim, (carta) => noticeCarta(sim, carta))
  const proceso = createProceso(sim, libro, pause, createVida(sim, oficina, pause))
  const portal = createPortal(sim, libro)

  async function answer(llamada: Llamada, servicio: Servicio, falla: Falla | null): Promise<Response> {
    const { host, path } = llamada
    const refused = falla?.falla === 'token_rechazado' || falla?.falla === 'sin_permiso' ? falla.falla : null
    if (servicio === 'envio' || servicio === 'rcof') {
      if (refused) return recepcionStatus(sim, refused === 'token_rechazado' ? '5' : '1')
      return answerUpload(sim, libro, pause, llamada)
    }
    if (servicio === 'reclamo') return answerReclamo(sim, libro, llamada, falla?.falla ?? null)
    return soapServicio(path) && HOSTS[host]!.clase === 'soap'
      ? answerSoap(sim, libro, llamada, refused)
      : answerBoleta(sim, libro, pause, llamada, refused)
  }

  /** A report meets the faults of its own while there are any, else those of the door that it shares with envelopes. */
  async function meetsFallaRcof(request: Request): Promise<boolean> {
    if (!hasFallaRcof(sim)) return false
    const body = Buffer.from(await request.clone().arrayBuffer())
    const parts = parseMultipart(body, request.headers.get('content-type'))
    return parts?.some(({ archivo, bytes }) => archivo !== null && isConsumoFolios(bytes)) ?? false
  }

  /** Serves a request, with the fault that hits the service now, if any. */
  async function serve(
    request: Request,
    path: string,
    servicio: Servicio,
    reply: (falla: Falla | null) => Promise<Response>,
    ofPortal = false,
  ): Promise<Response> {
    const falla = takeFalla(sim, servicio, path)
    // The portal's own applications have pages of their own for these.
    if (!ofPortal && falla?.falla === 'firewall') return firewallPage(sim)
    if (!ofPortal && falla?.falla === 'mantencion') return htmlPage(EN_MANTENCION)
    switch (falla?.falla) {
      case 'http_503':
        return new Response(MANTENCION, { status: 503, headers: { 'content-type': 'text/html' } })
      case 'error_500_texto':
        return new Response('Error 500', { headers: { 'content-type': 'text/html' } })
      case 'corte_antes':
        throw cutConnection()
      case 'empresa_no_autorizada':
        return htmlPage(NO_AUTORIZADA)
      case 'demora':
        await sleep(falla.ms ?? 0, request.signal)
    }
    const response = await reply(falla)
    proceso.wake()
    if (falla?.falla === 'pagina_despues_de_guardar') return htmlPage('<p>Operaci&oacute;n realizada.</p>')
    if (falla?.falla.startsWith('corte_despues_')) throw cutConnection()
    if (falla?.falla === 'contradiccion') return contradict(response)
    return falla?.falla === 'cuerpo_truncado' ? truncate(response) : response
  }

  return {
    async fetch(request) {
      const { host, path, query } = locate(request)
      if (host === null) {
        if (!path.startsWith('/simulador/')) return new Response('Not Found', { status: 404 })
        const own = path.slice('/simulador/'.length)
        const response = await answerApi(
          { sim, libro, proceso, reloj, oficina, estafeta },
          request,
          own,
          query,
        )
        response.headers.set(REQUEST_ID, requestIdFor(request.headers.get(REQUEST_ID), newId))
        return response
      }
      const { lado } = HOSTS[host]!
      if (lado === null || isPortal(host, path)) {
        const page = (falla: Falla | null) => portal.answer({ request, host, path, query }, falla)
        const servicio = portal.servicioOf(host, path)
        return servicio ? serve(request, path, servicio, page, true) : page(null)
      }
      const door = servicioOf(host, path)
      const servicio = door === 'envio' && (await meetsFallaRcof(request)) ? 'rcof' : door
      if (servicio)
        return serve(request, path, servicio, (falla) =>
          answer({ request, host, path, query, lado }, servicio, falla),
        )
      return HOSTS[host]!.clase === 'soap' || HOSTS[host]!.clase === 'reclamo'
        ? new Response('Not Found', { status: 404 })
        : boletaUnknown(host, path)
    },
    stop: () => proceso.stop(),
    drain: () => proceso.drain(),
    // Few at a time: one envelope may have thousands of documents, one letter 25 MiB.
    trims: [
      { name: 'sim_envio', days: 0, chunk: 5, forget: (_, limit) => libro.forgetBytes(limit) },
      { name: 'sim_correo', days: 0, chunk: 5, forget: (_, limit) => estafeta.forget(limit) },
    ],
  }
}

function servicioOf(host: string, path: string): Servicio | null {
  const { clase, lado } = HOSTS[host]!
  if (lado === null) return null
  if (clase === 'reclamo') return isReclamoPath(lado, path) ? 'reclamo' : null
  if (clase === 'soap') return path === '/cgi_dte/UPL/DTEUpload' ? 'envio' : soapServicio(path)
  const ruta = boletaRuta(host, path)
  return ruta && boletaServicio(ruta)
}

const htmlPage = (body: string): Response =>
  new Response(`<html><head><title>SII</title></head><body>${body}</body></html>`, {
    headers: { 'content-type': 'text/html' },
  })

const NO_AUTORIZADA =
  '<center><b>LA EMPRESA INGRESADA NO ESTA AUTORIZADA A ENVIAR DOCUMENTOS TRIBUTARIOS ELECTRONICOS</b></center>'
const EN_MANTENCION = '<h2>El sitio se encuentra en mantenci&oacute;n programada</h2>'

const MANTENCION =
  '<html><head><title>503 Service Temporarily Unavailable</title></head><body><h1>Service Temporarily Unavailable</h1></body></html>'

/** The error of `fetch` when the other side closes the connection. */
const cutConnection = (): TypeError => Object.assign(new TypeError('fetch failed'), { code: 'ECONNRESET' })

function sleep(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, ms)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      reject(signal.reason)
    })
  })
}

/** An envelope that was processed is said to be rejected, beside the counts of what was accepted in it. */
async function contradict(response: Response): Promise<Response> {
  const text = Buffer.from(await response.arrayBuffer()).toString('latin1')
  const body = text.replace(/(ESTADO(?:&gt;|>)|"estado":")EPR/, '$1RCH')
  return new Response(Buffer.from(body, 'latin1'), { status: response.status, headers: response.headers })
}

/** Half of the body. */
async function truncate(response: Response): Promise<Response> {
  const body = new Uint8Array(await response.arrayBuffer())
  return new Response(body.slice(0, body.length >> 1), { status: response.status, headers: response.headers })
}

export { buzonDe, servida } from './correo/direcciones'
export { serveSimulator } from './serve'
export type { Simulator } from './sim'
