// Long work is done one piece in a turn of the event loop: eight large bodies that arrive together would else hold it for all
// eight, and the signing of long documents beside them.

/** Reading a smaller one takes less than a millisecond. */
export const LARGE = 16 * 1024

/**
 * Resolves in a later turn of the event loop, after what waits now: what takes long is done in pieces, and the server answers
 * between them.
 */
export const nextTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

let last: Promise<void> = Promise.resolve()

/** Resolves in a turn of the event loop in which nobody else's does. */
export function ownTurn(): Promise<void> {
  last = last.then(nextTurn)
  return last
}

/** The time limit of a piece before the event loop has its turn. */
const PIECE_MS = 2

/** Resolves at once while the piece since the last turn is short, else in a turn of its own, in which the next piece begins. */
export type Pause = () => Promise<void> | undefined

/** The pauses of one long work that begins now. */
export function pauses(): Pause {
  let began = performance.now()
  return () => {
    if (performance.now() - began < PIECE_MS) return
    return ownTurn().then(() => {
      began = performance.now()
    })
  }
}
