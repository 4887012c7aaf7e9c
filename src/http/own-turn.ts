// Large bodies are read one in a turn of the event loop: eight that arrive together would else hold it for all eight.

/** Reading a smaller one takes less than a millisecond. */
export const GRANDE = 16 * 1024

let last: Promise<void> = Promise.resolve()

/** Resolves in a turn of the event loop in which nobody else's does. */
export function ownTurn(): Promise<void> {
  last = last.then(() => new Promise((resolve) => setImmediate(resolve)))
  return last
}
