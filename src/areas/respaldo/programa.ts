// The server's own copies by the clock. Each minute it is looked at what is due by what is on disk, so that a server that was off, or
// died in the middle, makes good what it missed; one at a time, in a process of its own, for SQLite and the ciphers would hold the loop.

import type { Clock } from '../../base/clock'
import { instantsAround } from '../../jobs/cron'
import type { JobLog } from '../../jobs/kind'
import type { Db } from '../../store/store'
import { createRespaldoStore, type RespaldoStore } from './respaldo-store'
import { dueWork, type Hechos } from './situacion'

export type Labor = 'copia' | 'ensayo'

/** Copies as this server is to make them. */
export interface RespaldoProgramado {
  /** As its rows name it. */
  destino: string
  /** Five fields, in Chile's time. */
  cron: string
  /** Days, weeks, months and years: `7/5/12/6`. */
  conservar: string
  /** Whether the server itself can open what it wrote. */
  abre: boolean
  /** Does it elsewhere; its rows say how it went. Never rejects. */
  run(labor: Labor, signal: AbortSignal): Promise<void>
}

/** The wait for work that is due still once it was done: it went wrong, though no row says so, and a process that cannot be started is not started each minute. */
const PAUSE_MS = 5 * 60_000
/** Enough to count failures in a row. */
const LATEST = 50

/** The copies of a destination as they stand at `now`. */
export const hechosOf = (
  rows: RespaldoStore,
  { destino, cron }: Pick<RespaldoProgramado, 'destino' | 'cron'>,
  now: Date,
): Hechos => ({
  intentos: rows.latest(destino, LATEST),
  buena: rows.kept(destino)[0],
  ensayada: rows.tried(destino),
  last: instantsAround(cron, now).last,
  now,
})

export type Programa = ReturnType<typeof createPrograma>

export function createPrograma({
  db,
  clock,
  programado,
  log,
}: {
  db: Db
  clock: Clock
  programado: RespaldoProgramado
  log: JobLog
}) {
  const rows = createRespaldoStore(db)
  const stopped = new AbortController()
  let running: Promise<void> | null = null
  let resumesAt = 0

  const hechos = (): Hechos => hechosOf(rows, programado, clock())

  async function run(labor: Labor): Promise<void> {
    log('info', 'a copy or its trial begins', { labor })
    await programado.run(labor, stopped.signal)
    if (dueWork(hechos()) === labor) resumesAt = clock().getTime() + PAUSE_MS
  }

  const begin = (labor: Labor): Promise<void> => {
    running = run(labor).finally(() => {
      running = null
    })
    return running
  }

  return {
    hechos,
    /** Begins what is due; resolves when that is done. */
    async look(): Promise<void> {
      if (running || stopped.signal.aborted || clock().getTime() < resumesAt) return
      const labor = dueWork(hechos())
      if (labor) await begin(labor)
    },
    /** Begins a copy that a person asks for, due or not; false while one or its trial is under way, or the server stops. */
    copyNow(): boolean {
      if (running || stopped.signal.aborted) return false
      void begin('copia')
      return true
    },
    isRunning: () => running !== null,
    stop: () => stopped.abort(),
  }
}
