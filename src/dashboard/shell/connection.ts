// Whether the server answers: seen by every request and by the stream, told to the bars and to whoever would write.

import { useSyncExternalStore } from 'react'
import { askSalud, contexto } from '../api/client'

interface Connection {
  /** Requests without an answer since the last one that had one. */
  misses: number
  /** The stream of events runs. */
  live: boolean
  /** Version of the server that the page began with, and of the one that answers now. */
  versions: readonly [first: string | null, now: string | null]
  /** When the last of the requests that were too many goes again, in milliseconds since 1970. */
  held: number
}

let state: Connection = { misses: 0, live: false, versions: [null, null], held: 0 }
const listeners = new Set<() => void>()

function set(change: Partial<Connection>): void {
  const next = { ...state, ...change }
  if (Object.entries(next).every(([key, value]) => state[key as keyof Connection] === value)) return
  state = next
  for (const listener of listeners) listener()
}

/** Two requests in a row that nobody answered. */
const isOffline = (): boolean => state.misses >= 2

/** A stream that is cut and an answer that is late may have other causes: whether nobody answers, two questions tell. */
async function check(): Promise<void> {
  if (!isOffline())
    await askSalud()
      .catch(askSalud)
      .catch(() => {})
}

contexto.tarda = () => void check()
contexto.respondio = (llego) => set({ misses: llego ? 0 : state.misses + 1 })
contexto.sinConexion = isOffline
contexto.espera = (hasta) => set({ held: Math.max(state.held, hasta) })

export const connection = {
  check,
  live: (live: boolean): void => set({ live }),
  version: (now: string): void => set({ versions: [state.versions[0] ?? now, now] }),
}

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

export const useOffline = (): boolean => useSyncExternalStore(subscribe, isOffline)

export const useNewVersion = (): boolean =>
  useSyncExternalStore(subscribe, () => state.versions[0] !== state.versions[1])

export const useHeld = (): number => useSyncExternalStore(subscribe, () => state.held)

/** For `cada` of a query: how often to ask while no event would tell. */
export const usePolling = (ms: number): number | false =>
  useSyncExternalStore(subscribe, () => state.live) ? false : ms
