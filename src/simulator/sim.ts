// The context of every part of the simulator. One world for all its hosts; the sides are kept apart by
// `lado`.

import type { Database } from 'better-sqlite3'
import type { NewId } from '../base/id'
import type { Lado } from './hosts'
import type { Statements } from './statements'

/** The states an envelope passes on its way to EPR (sii §4.2), in order. */
export const PASOS = ['SOK', 'FOK', 'CRT', 'PRD', 'EPR'] as const
export type Paso = (typeof PASOS)[number]

/** Quirks of the live service that come and go (simulator §7.2). */
export interface Rarezas {
  /** `…Return` without namespace, as in the SII's manuals. */
  retornoSinCalificar: boolean
  /** RESP_HDR before RESP_BODY. */
  cabeceraPrimero: boolean
  /** The in-process state under its other spelling, `PDR`. */
  pdr: boolean
  /** ISO-8859-1 bytes under a declaration of UTF-8. */
  latin1: boolean
  /** No NUM_ATENCION in the answers. */
  sinNumeroAtencion: boolean
  /** Empty lists of the boleta service as `null`. */
  listasNulas: boolean
}

/** Where the simulator tells of what it did not expect. */
export type Log = (message: string, data: Record<string, unknown>) => void

/** How the bytes of an envelope are kept at rest; `id` is its Track ID, and what was sealed opens only at its place. */
export interface Cifrado {
  seal(place: { table: string; column: string; id: string }, plain: Uint8Array): Buffer
  open(place: { table: string; column: string; id: string }, stored: Uint8Array): Buffer
}

export interface Sim {
  db: Database
  sql: Statements
  /** The present of the simulator's own clock. */
  now: () => Date
  /** The machine's clock, by which whoever calls goes. */
  machine: () => Date
  newId: NewId
  random: (size: number) => Uint8Array
  /** Milliseconds from one step of an envelope to the next. */
  delays: Record<Paso, number>
  tokenTtlMs: number
  rarezas: Rarezas
  cifrado: Cifrado
  /** Documents, and what is said of them, are each owner's alone. */
  aparte: boolean
  log: Log
}

/** The same simulator at another instant: what is done late happened when it was due. */
export const simAt = (sim: Sim, at: number): Sim => ({ ...sim, now: () => new Date(at) })

/** One thing found wrong, as the ledger keeps it. */
export interface Razon {
  /** `TED-3-640`, or a code of the parser (`CHR-00002`). */
  codigo: string
  mensaje: string
}

/** A request as it reached one of the SII's hosts. */
export interface Llamada {
  request: Request
  host: string
  lado: Lado
  /** Path on that host, without query. */
  path: string
  query: URLSearchParams
}

export interface Simulator {
  /**
   * Answers what is addressed to an SII host, by Host header or by the first segment of the path, and /simulador/….
   * A cut connection, when a fault asks for one, is a TypeError with `code` ECONNRESET.
   */
  fetch(request: Request): Promise<Response>
  /** No judging goes on after it resolves; the rest is taken up by the next simulator over the same database. */
  stop(): Promise<void>
  /** Carries every envelope as far as the present of the clock allows. */
  drain(): Promise<void>
  /** The nightly trims, by the simulator's own clock: envelopes done long ago, old letters. */
  trims: { name: string; days: number; chunk: number; forget(before: Date, limit: number): number }[]
}
