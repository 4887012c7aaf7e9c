// The SII's work after the door closed: the envelope's steps REC → SOK → FOK → CRT → PRD → EPR and their
// exits RSC, RFR, RCT, each by the simulator's clock (sii §4.2, simulator §3.1).

import { inspect } from './envio'
import { judgeDocumento } from './juicio-dte'
import { judgeCaratula, judgeFirma } from './juicio-envio'
import { createLibro, type DocumentoRow, type EnvioRow, type EstadoEnvio, type Libro } from './libro'
import { magicReceptor } from './receptores'
import { cutSobre, type Pause, type Recorte } from './recorte'
import { type Razon, type Sim, simAt } from './sim'

/** At least this long between two looks at the clock, and at most: a test's clock may stand still or jump. */
const WAIT_MS = { min: 5, max: 60_000 }

/** How long the work rests after the database refused it; a full disk does not heal sooner for being asked more often. */
const REST_MS = 5000

/** Documents judged in one turn of the event loop, under one commit: a few milliseconds. */
const SLICE = 5

export interface Proceso {
  /** Carries everything as far as the present of the clock allows; rejects when the database does not let it. */
  drain(): Promise<void>
  /** Something new may be due: looks at the clock again, without waiting for the work. */
  wake(): void
  /** No step begins after it resolves. */
  stop(): Promise<void>
}

/** Others who do something at a time of their own (simulator §21.3). */
export interface Vida {
  /** When the next of what is due was due, and doing it; null when nothing is. */
  nextDue(): { at: number; play(): Promise<void> } | null
  /** When something is due next, past or to come; null when nothing is. */
  first(): number | null
  /** An envelope came to its end. */
  ended(envio: EnvioRow, at: number): void
}

/** Takes up whatever the ledger says is unfinished and whatever others were to do, in order of time, by itself, until stopped. */
export function createProceso(sim: Sim, libro: Libro, pause: Pause, vida: Vida): Proceso {
  let running: Promise<{ fault: unknown } | null> | null = null
  let timer: ReturnType<typeof setTimeout> | undefined
  let stopped = false
  let resting = false

  // Whoever closes the database without stopping us first has no more use for verdicts.
  const ended = () => stopped || !sim.db.open

  const end = sim.db.transaction((envio: EnvioRow, estado: EstadoEnvio, razones: Razon[] = []): void => {
    libro.moveTo(envio, estado, null, razones)
    vida.ended(envio, dueOf(envio))
  })

  async function run(): Promise<void> {
    const cut = createCut(libro, pause)
    for (;;) {
      const envio = libro.nextDue()
      const acto = vida.nextDue()
      if (acto && (!envio || acto.at < dueOf(envio))) {
        await acto.play()
        await pause()
        if (ended()) return
        continue
      }
      if (!envio) return
      try {
        await step({ sim, libro, pause, cut, ended, end }, envio)
      } catch (fault) {
        if (ended()) return
        // The envelope is not to blame for the disk: it is judged once that takes writes again.
        if (isDatabaseFault(fault)) throw fault
        // A defect of ours must not hold up every envelope behind this one.
        sim.log('simulator could not judge an envelope', { trackId: envio.trackId, fault: String(fault) })
        end(envio, 'RSC', [{ codigo: 'ENV-3-0', mensaje: 'El simulador no pudo leer el envío' }])
      }
      await pause()
      if (ended()) return
    }
  }

  function untilVida(): number | null {
    const at = vida.first()
    return at === null ? null : Math.max(0, at - sim.now().getTime())
  }

  function later(ms: number): void {
    clearTimeout(timer)
    timer = setTimeout(() => void once(), ms)
    timer.unref?.()
  }

  function rest(fault: unknown): void {
    resting = true
    sim.log('simulator rests, the database failed', { fault: String(fault), retryMs: REST_MS })
    later(REST_MS)
  }

  function arm(): void {
    if (resting || running) return
    clearTimeout(timer)
    try {
      const wait = ended() ? null : earliest(libro.untilDue(), untilVida())
      if (wait !== null) later(Math.min(Math.max(wait, WAIT_MS.min), WAIT_MS.max))
    } catch (fault) {
      rest(fault)
    }
  }

  /** Never rejects: resolves to what went wrong, null when nothing did. */
  async function attempt(): Promise<{ fault: unknown } | null> {
    try {
      if (!ended()) await run()
      return null
    } catch (fault) {
      return ended() ? null : { fault }
    }
  }

  function once(): Promise<{ fault: unknown } | null> {
    clearTimeout(timer)
    running ??= attempt().then((failed) => {
      running = null
      resting = false
      if (failed) rest(failed.fault)
      else arm()
      return failed
    })
    return running
  }

  arm()
  return {
    wake: arm,
    async drain() {
      // Something may have become due behind the back of a run that was ending.
      while (!ended() && (running || libro.nextDue() || vida.nextDue())) {
        const failed = await once()
        if (failed) throw failed.fault
      }
    },
    async stop() {
      stopped = true
      clearTimeout(timer)
      await running
    },
  }
}

/** SQLite's own word that it cannot work (full, read-only, broken); a violated constraint or a bad statement is a defect. */
function isDatabaseFault(fault: unknown): boolean {
  const code = fault instanceof Error && 'code' in fault ? String(fault.code) : ''
  return code.startsWith('SQLITE_') && code !== 'SQLITE_ERROR' && !code.startsWith('SQLITE_CONSTRAINT')
}

const earliest = (a: number | null, b: number | null): number | null =>
  a === null || b === null ? (a ?? b) : Math.min(a, b)

/** When the next step of an envelope was due. */
const dueOf = ({ siguienteAt, estado, atascadoHasta }: EnvioRow): number =>
  Math.max(siguienteAt ?? 0, estado === 'CRT' ? (atascadoHasta ?? 0) : 0)

interface StepContext {
  sim: Sim
  libro: Libro
  pause: Pause
  cut: Cut
  ended: () => boolean
  /** Puts an envelope into one of the exits. */
  end(envio: EnvioRow, estado: EstadoEnvio, razones?: Razon[]): void
}

async function step(ctx: StepContext, envio: EnvioRow): Promise<void> {
  const { sim, libro, pause, cut, ended, end } = ctx
  switch (envio.estado) {
    case 'REC': {
      const razones = await judgeEsquema(ctx, envio)
      return razones.length ? end(envio, 'RSC', razones) : libro.moveTo(envio, 'SOK', 'FOK')
    }
    case 'SOK': {
      const recorte = await cut(envio)
      const razones = await judgeFirma(sim, envio, recorte, pause)
      return razones.length ? end(envio, 'RFR', razones) : libro.moveTo(envio, 'FOK', 'CRT')
    }
    case 'FOK': {
      const razones = judgeCaratula(envio, await cut(envio), libro.documentosOf(envio.trackId))
      return razones.length ? end(envio, 'RCT', razones) : libro.moveTo(envio, 'CRT', 'PRD')
    }
    case 'CRT':
      // A boleta service does not say "already received" at its door; the whole envelope ends as a repeat.
      if (envio.servicio === 'boleta' && libro.earlierSame(envio) !== null) {
        const mensaje = `El archivo ya fue recibido con TrackId ${libro.earlierSame(envio)}`
        return end(envio, 'RPT', [{ codigo: 'ENV-3-0', mensaje }])
      }
      libro.moveTo(envio, 'PRD', 'EPR')
      // Judged while the envelope is in process, so that EPR is not late by the time it takes.
      return judgeAll(ctx, envio)
    case 'PRD':
      await judgeAll(ctx, envio)
      if (!ended()) end(envio, 'EPR')
      return
  }
}

async function judgeEsquema({ libro, pause, cut }: StepContext, envio: EnvioRow): Promise<Razon[]> {
  const documentos = libro.documentosOf(envio.trackId)
  const magic = documentos
    .map((d) => magicReceptor(d.lado, d.rutReceptor))
    .find((r) => r?.efecto === 'esquema')
  if (magic) return magic.razones
  // DTEUpload has checked it at the door already.
  if (envio.servicio === 'dte') return []
  const { findings } = await inspect(await cut(envio), pause)
  return findings.map(({ codigo, donde, mensaje }) => ({ codigo, mensaje: `${donde}: ${mensaje}` }))
}

async function judgeAll({ sim, libro, pause, cut, ended }: StepContext, envio: EnvioRow): Promise<void> {
  const pending = libro.documentosOf(envio.trackId).filter((d: DocumentoRow) => d.veredicto === null)
  if (!pending.length) return
  const recorte = await cut(envio)
  // Judged when it was due, however late this process looked.
  const then = simAt(sim, Math.min(dueOf(envio), sim.now().getTime()))
  const libroThen = createLibro(then)
  const judgeSlice = sim.db.transaction((slice: DocumentoRow[]) => {
    for (const documento of slice)
      judgeDocumento(then, libroThen, recorte, documento, new Date(envio.recibidoAt))
  })
  for (let i = 0; i < pending.length; i += SLICE) {
    await pause()
    if (ended()) return
    judgeSlice(pending.slice(i, i + SLICE))
  }
}

type Cut = (envio: EnvioRow) => Promise<Recorte>

/** Cuts the envelope at hand once: where work has piled up, one of its steps follows the other in one run. */
function createCut(libro: Libro, pause: Pause): Cut {
  let last: { trackId: number; recorte: Recorte } | null = null
  return async ({ trackId }) => {
    if (last?.trackId === trackId) return last.recorte
    last = null
    const recorte = await cutSobre(libro.readXml(trackId), pause)
    if (recorte.sobre === null) throw new Error(`envelope ${trackId} has the root ${recorte.raiz}`)
    last = { trackId, recorte }
    return recorte
  }
}
