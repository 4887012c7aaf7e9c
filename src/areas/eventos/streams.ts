// The open streams of `GET /v1/events/stream` (http §13): who reads, how far each has read, and when one is let go.

import type { Clock } from '../../base/clock'
import type { Log } from '../../base/log'
import type { Timer } from '../../base/timer'
import { VERSION } from '../../domain/cambios'
import { AppError } from '../../domain/errors'
import type { Titular } from '../../domain/titular'
import type { Tenant } from '../../http/tenant'
import { BUFFER_MS, type History } from './history'
import { bytes, createRounds, frame, inRounds, type Round } from './rounds'
import type { Standing } from './standing'

const LATIDO_MS = 15_000
const RETRY_MS = 3000

/** Streams at once. */
export interface Limites {
  porUsuario: number
  porEmpresa: number
}

/** The opening of a stream: its owner, and the reader's last event when it comes back. */
interface Apertura {
  tenant: Tenant
  ultimoId: string | null
}

interface Lector {
  tenant: Tenant
  /** Number of the last event sent. */
  cursor: number
  /** Heartbeats since it last had room for anything. */
  atascos: number
  /** Whether there may be more for it than it has been sent. */
  atrasado: boolean
  /** Sends what is new as far as there is room. */
  pump(round: Round): void
  latido(round: Round): void
  /** Ends the stream after a last frame; without one when it does not read. */
  end(frame?: string): void
}

interface Deps {
  clock: Clock
  timer: Timer
  history: History
  standing(tenant: Tenant): Standing
  limites: Limites
  log: Log
}

export type Streams = ReturnType<typeof createStreams>

/** No stream is open at first; the heart beats only while one is. */
export function createStreams({ clock, timer, history, standing, limites, log }: Deps) {
  const begin = createRounds(history, standing)
  const lectores = new Set<Lector>()
  /** When each company was last read, for those whose readers have gone. */
  const lastSeen = new Map<string, number>()
  let stopHeart: (() => void) | null = null
  let stopped = false
  /** Companies with something new that their readers have not been sent. */
  let news = new Set<string>()
  let telling = false

  async function deliver(): Promise<void> {
    telling = true
    while (news.size > 0) {
      const told = news
      news = new Set()
      const theirs = [...lectores].filter(({ tenant }) => told.has(tenant.empresaId))
      await inRounds(theirs, begin, (lector, round) => guarded(lector, () => lector.pump(round)))
    }
    telling = false
  }

  function beat(): void {
    stopHeart = null
    void inRounds(lectores, begin, (lector, round) => guarded(lector, () => lector.latido(round)))
    for (const [empresaId, at] of lastSeen) if (clock().getTime() - at > BUFFER_MS) lastSeen.delete(empresaId)
    keepBeating()
  }

  function keepBeating(): void {
    if (!stopHeart && lectores.size > 0) stopHeart = timer(LATIDO_MS, beat)
  }

  const person = ({ usuarioId, apiKeyId }: Tenant): string => (usuarioId ?? apiKeyId)!

  /**
   * Makes room for one more. A browser that reloads leaves streams behind that nobody has noticed to be gone: of a session the person's
   * oldest gives way, told so that a page that is still there does not come back for it at once. A key is refused.
   */
  function makeRoom(tenant: Tenant): void {
    const ofCompany = [...lectores].filter((lector) => lector.tenant.empresaId === tenant.empresaId)
    const own = [...lectores].filter((lector) => person(lector.tenant) === person(tenant))
    const full = ofCompany.length >= limites.porEmpresa
    if (own.length < limites.porUsuario && !full) return
    const oldest = (full ? ofCompany : own).find((lector) => own.includes(lector))
    if (tenant.sesionId !== null && oldest) {
      oldest.end(frame('reemplazada', {}))
      return
    }
    const [quien, max] = full ? ['La empresa', limites.porEmpresa] : ['Esta llave', limites.porUsuario]
    throw new AppError(
      'RATE_LIMIT',
      `${quien} ya tiene ${max} conexiones abiertas a los eventos; cierre alguna`,
      { headers: { 'retry-after': String(RETRY_MS / 1000) } },
    )
  }

  /** Where reading begins; null when what was missed is not at hand any more. */
  function startOf({ empresaId }: Titular, ultimoId: string | null): number | null {
    if (ultimoId === null) return history.lastNumber(empresaId)
    const numero = /^\d{1,15}$/.test(ultimoId) ? Number(ultimoId) : null
    return numero !== null && history.isWhole(empresaId, numero, clock().getTime()) ? numero : null
  }

  /** The bytes of a new stream. Throws RATE_LIMIT, and QUEUE_UNAVAILABLE once the server is stopping. */
  function open({ tenant, ultimoId }: Apertura): ReadableStream<Uint8Array> {
    if (stopped)
      throw new AppError('QUEUE_UNAVAILABLE', 'El servidor se está deteniendo', {
        headers: { 'retry-after': '5' },
      })
    makeRoom(tenant)
    const { empresaId, ambiente } = tenant
    const found = startOf(tenant, ultimoId)
    const cursor = found ?? history.lastNumber(empresaId)
    let lector: Lector
    return new ReadableStream<Uint8Array>(
      {
        start(controller) {
          lector = join(tenant, cursor, controller)
          const hello = frame('conectado', { empresa_id: empresaId, servidor: VERSION }, cursor)
          const reset = found === null ? frame('reinicio', { empresa_id: empresaId, ambiente }, cursor) : ''
          controller.enqueue(bytes(`retry: ${RETRY_MS}\n\n${hello}${reset}`))
        },
        pull() {
          if (lector.atrasado) guarded(lector, () => lector.pump(begin()))
        },
        cancel: () => leave(lector),
      },
      // Two chunks wait for the socket; what comes after them waits on the disk.
      { highWaterMark: 2 },
    )
  }

  function leave(lector: Lector): void {
    if (!lectores.delete(lector)) return
    lastSeen.set(lector.tenant.empresaId, clock().getTime())
  }

  function join(
    tenant: Tenant,
    cursor: number,
    controller: ReadableStreamDefaultController<Uint8Array>,
  ): Lector {
    const hasRoom = (): boolean => (controller.desiredSize ?? 0) > 0
    const lector: Lector = {
      tenant,
      cursor,
      atascos: 0,
      atrasado: true,
      pump(round) {
        lector.atrasado = true
        while (lector.atrasado && hasRoom()) {
          const frames = round.frames(tenant, lector.cursor)
          lector.atrasado = frames !== null && !frames.todo
          if (!frames || !goesOn(lector, round)) return
          lector.cursor = frames.hasta
          controller.enqueue(frames.bytes)
        }
      },
      latido(round) {
        if (!goesOn(lector, round)) return
        if (!hasRoom()) {
          if (++lector.atascos > 1) lector.end()
          return
        }
        lector.atascos = 0
        controller.enqueue(bytes(': latido\n\n'))
      },
      end(last) {
        if (!lectores.has(lector)) return
        leave(lector)
        try {
          if (last) controller.enqueue(bytes(last))
          controller.close()
        } catch {
          // The connection went in the same turn: there is nothing left to close.
        }
      },
    }
    lectores.add(lector)
    keepBeating()
    return lector
  }

  /** Ends a stream whose credential no longer holds. */
  function goesOn(lector: Lector, round: Round): boolean {
    const estado = round.standing(lector.tenant)
    if (estado === 'vigente') return true
    lector.end(estado === 'empresa_cambiada' ? frame('empresa_cambiada', {}) : undefined)
    return false
  }

  /** A disk that cannot be read ends this stream, not the server: its reader comes back. */
  function guarded(lector: Lector, work: () => unknown): void {
    if (!lectores.has(lector)) return
    try {
      work()
    } catch (error) {
      log.error('eventos.corriente_cortada', { empresa_id: lector.tenant.empresaId, error })
      lector.end()
    }
  }

  return {
    open,
    /** How many are open. */
    count: (): number => lectores.size,
    isWatched: (empresaId: string): boolean => {
      for (const lector of lectores) if (lector.tenant.empresaId === empresaId) return true
      const at = lastSeen.get(empresaId)
      return at !== undefined && clock().getTime() - at <= BUFFER_MS
    },
    /** Sends what is new of these companies. */
    notify(empresas: ReadonlySet<string>): void {
      for (const empresaId of empresas) news.add(empresaId)
      if (!telling) void deliver()
    },
    /** Looks again whether the streams of a session may go on: it has changed its company. */
    recheck(sesionId: string): void {
      for (const lector of [...lectores])
        if (lector.tenant.sesionId === sesionId) guarded(lector, () => goesOn(lector, begin()))
    },
    /** Ends them all and opens no more. */
    stop(): void {
      stopped = true
      stopHeart?.()
      for (const lector of [...lectores]) lector.end()
    },
  }
}
