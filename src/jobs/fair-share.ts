// The same share for everybody of what one thread does: work is done one at a time, and whose was done last waits for the others,
// however much he brought. In memory, beside the queue.

import { AppError } from '../domain/errors'

/** Work of one owner that may wait. More is a client that asks faster than it can be answered. */
const EN_ESPERA = 50

/**
 * Runs `work` once it is its owner's share; resolves or rejects as it does. Rejects with SERVER_BUSY when the owner has too
 * much waiting.
 */
type FairShare = <T>(owner: string, work: () => Promise<T>) => Promise<T>

export function createFairShare(waiting = EN_ESPERA): FairShare {
  /** The work that each owner brought; the next owner stands first. */
  const waitingOf = new Map<string, (() => Promise<unknown>)[]>()
  let busy = false

  async function run(): Promise<void> {
    busy = true
    for (;;) {
      const next = waitingOf.entries().next().value
      if (!next) break
      const [owner, works] = next
      const work = works.shift()!
      // To the end of the order, for what is left.
      waitingOf.delete(owner)
      if (works.length) waitingOf.set(owner, works)
      await work()
    }
    busy = false
  }

  return (owner, work) =>
    new Promise((resolve, reject) => {
      const works = waitingOf.get(owner) ?? []
      if (works.length >= waiting) {
        const mensaje = 'Hay demasiado trabajo suyo en espera; repita en 2 segundos'
        return reject(new AppError('SERVER_BUSY', mensaje, { headers: { 'retry-after': '2' } }))
      }
      works.push(() => work().then(resolve, reject))
      waitingOf.set(owner, works)
      if (!busy) void run()
    })
}
