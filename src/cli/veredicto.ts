// Waits for the SII's verdict on a document, and says by which status a command ends of it.

import type { EstadoSii } from '../domain/dte/estados'
import { isFinal } from '../domain/dte/estados'
import type { Estado } from '../jobs/estados'
import type { ApiClient } from './api-client'
import { type Argumentos, type Flags, type Io, text, UsoIncorrecto } from './comando'
import { EXIT, type ExitStatus } from './exit-status'

export const WAIT_FLAGS: Flags = { esperar: { type: 'boolean' }, plazo: { type: 'string' } }
export const WAIT_USAGE = '[--esperar [--plazo SEGUNDOS]]'

const PLAZO = 300
/** The pauses between two looks, in milliseconds; the last goes on. */
const PAUSES = [250, 500, 1000, 2000, 5000]

interface Trabajo {
  job_id: string
  estado: Estado
  tipo_dte: number
  folio: number | null
  proximo_intento: string | null
  error: { code: string; error: string } | null
}

export interface Documento {
  job_id: string
  tipo_dte: number
  folio: number
  estado: Estado
  estado_sii: EstadoSii
  track_id: string | null
  monto_total: number
  glosa: string | null
  explicacion: { causa: string; solucion: string } | null
}

/** How long to wait, in milliseconds; null where nobody asked to. Throws UsoIncorrecto. */
export function plazoOf(args: Argumentos): number | null {
  const given = text(args, 'plazo')
  if (!args.flags.esperar) {
    if (given !== undefined) throw new UsoIncorrecto('--plazo va con --esperar')
    return null
  }
  if (given !== undefined && !/^\d{1,6}$/.test(given))
    throw new UsoIncorrecto(`--plazo es un número de segundos, no «${given}»`)
  return Number(given ?? PLAZO) * 1000
}

export const documentoOf = async (api: ApiClient, tipo: number, folio: number): Promise<Documento> =>
  (await api.get<{ data: Documento }>(`/v1/documentos/${tipo}/${folio}`)).body.data

const trabajoOf = async (api: ApiClient, id: string): Promise<Trabajo & { result: unknown }> =>
  (await api.get<{ data: Trabajo & { result: unknown } }>(`/v1/dte/emision/${encodeURIComponent(id)}`)).body
    .data

/** Looks until `done` or the time is up; resolves to the last look. */
export async function waitFor<T>(
  look: () => Promise<T>,
  done: (seen: T) => boolean,
  plazoMs: number,
): Promise<T> {
  const until = performance.now() + plazoMs
  for (let n = 0; ; n++) {
    const seen = await look()
    const pause = PAUSES[Math.min(n, PAUSES.length - 1)]!
    if (done(seen) || performance.now() + pause > until) return seen
    await Bun.sleep(pause)
  }
}

/** A job and its document, once it has a folio. */
interface Visto {
  trabajo: Trabajo
  documento: Documento | null
}

export async function look(api: ApiClient, jobId: string): Promise<Visto> {
  // Its result has the whole XML.
  const { result: _, ...trabajo } = await trabajoOf(api, jobId)
  const { tipo_dte, folio } = trabajo
  return { trabajo, documento: folio === null ? null : await documentoOf(api, tipo_dte, folio) }
}

const STOPPED: readonly Estado[] = ['failed', 'dlq', 'discarded']

/** Whether nothing more comes by itself. */
export const isSettled = ({ trabajo, documento }: Visto): boolean =>
  STOPPED.includes(trabajo.estado) || (documento !== null && isFinal(documento))

/** The status by which a command ends that waited. */
export function statusOf({ trabajo, documento }: Visto): ExitStatus {
  if (documento && isFinal(documento)) return documento.estado_sii === 'rechazado' ? EXIT.rejected : EXIT.done
  return STOPPED.includes(trabajo.estado) ? EXIT.failed : EXIT.unknown
}

function sayWhy({ glosa, explicacion }: Documento, io: Io): void {
  if (glosa) io.err(`El SII dijo: ${glosa}`)
  if (explicacion) io.err(`${explicacion.causa}. ${explicacion.solucion}`)
}

/** One line on the document, and what else a person should know of it on standard error. */
export function sayDocumento({ trabajo, documento }: Visto, io: Io): void {
  const { error, proximo_intento } = trabajo
  if (documento) {
    const track = documento.track_id ? `, Track ID ${documento.track_id}` : ''
    io.out(
      `Tipo ${documento.tipo_dte} folio ${documento.folio}: ${documento.estado_sii}${track}; trabajo ${trabajo.estado}`,
    )
    if (documento.estado_sii !== 'aceptado') sayWhy(documento, io)
  } else {
    const hour = proximo_intento ? `, hasta ${proximo_intento}` : ''
    io.out(`Tipo ${trabajo.tipo_dte}, sin folio todavía; trabajo ${trabajo.estado}${hour}`)
  }
  if (error) io.err(`${error.code}: ${error.error}`)
}
