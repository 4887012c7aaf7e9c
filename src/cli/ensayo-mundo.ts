// The world of a rehearsal as its road sees it: a company at a server, the simulated SII's page of sets, and the hands of the clock.

import type { Cliente } from './demo-cliente'

/** Its SII and its time. */
export interface Mundo {
  api: Cliente
  /** Bytes of the simulated SII's page that hands out sets. */
  descargar(pedido: { sets: readonly string[]; semilla: string; dialecto: string }): Promise<Uint8Array>
  /** Lets that many milliseconds pass, with all that is to be done in them. */
  pass(ms: number): Promise<void>
  /** The day in Chile. */
  today(): string
}
