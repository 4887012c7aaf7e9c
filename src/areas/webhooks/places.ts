// How many deliveries are on the wire at once. A receiver that has not answered well yet, or last failed, has one; one that
// answers has many. So a crowd of dead receivers holds a part of the wires and never those of the living ones.

export interface Places {
  /** Resolves, when it is the endpoint's turn, to what gives the place back. Rejects with the signal's reason. */
  acquire(endpoint: string, signal: AbortSignal): Promise<() => void>
  /** Records the result of its last delivery. */
  note(endpoint: string, success: boolean): void
  /** Whether its last delivery succeeded; false before the first. */
  isProven(endpoint: string): boolean
}

/** The runtime connects at most 256 times at once, and the SII needs some of them. */
const TOTAL = 160
const UNPROVEN = 100
const PER_ENDPOINT = 16
/** Kept for endpoints that have none: ten that hang all of a sudden, each with its sixteen, would else hold everything. */
const FIRSTS = 32

interface Waiting {
  endpoint: string
  go(): void
}

/** Nothing is on the wire at first, and nobody proven. */
export function createPlaces(): Places {
  const proven = new Set<string>()
  const inFlight = new Map<string, number>()
  const queue: Waiting[] = []
  let total = 0
  let unproven = 0

  function hasRoom(endpoint: string): boolean {
    const own = inFlight.get(endpoint) ?? 0
    if (total >= (own ? TOTAL - FIRSTS : TOTAL)) return false
    return proven.has(endpoint) ? own < PER_ENDPOINT : own < 1 && unproven < UNPROVEN
  }

  function enter(endpoint: string): () => void {
    const asUnproven = !proven.has(endpoint)
    inFlight.set(endpoint, (inFlight.get(endpoint) ?? 0) + 1)
    total++
    if (asUnproven) unproven++
    let given = false
    return () => {
      if (given) return
      given = true
      const left = inFlight.get(endpoint)! - 1
      if (left) inFlight.set(endpoint, left)
      else inFlight.delete(endpoint)
      total--
      if (asUnproven) unproven--
      admit()
    }
  }

  /** Lets in all that can go, in the order they came. */
  function admit(): void {
    for (let i = 0; i < queue.length && total < TOTAL; ) {
      if (hasRoom(queue[i]!.endpoint)) queue.splice(i, 1)[0]!.go()
      else i++
    }
  }

  return {
    acquire(endpoint, signal) {
      if (signal.aborted) return Promise.reject(signal.reason)
      if (hasRoom(endpoint)) return Promise.resolve(enter(endpoint))
      return new Promise((resolve, reject) => {
        const waiting: Waiting = {
          endpoint,
          go() {
            signal.removeEventListener('abort', onAbort)
            resolve(enter(endpoint))
          },
        }
        const onAbort = (): void => {
          queue.splice(queue.indexOf(waiting), 1)
          reject(signal.reason)
        }
        signal.addEventListener('abort', onAbort, { once: true })
        queue.push(waiting)
      })
    },
    note(endpoint, success) {
      if (success) proven.add(endpoint)
      else proven.delete(endpoint)
    },
    isProven: (endpoint) => proven.has(endpoint),
  }
}
