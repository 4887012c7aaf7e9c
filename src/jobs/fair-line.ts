// A line in which everybody has the same share: work is done one at a time, and who has had the last turn waits for the others,
// however much he brought.

import { AppError } from '../domain/errors'

/** Work of one owner that may wait. More is a client that asks faster than it can be answered. */
const EN_ESPERA = 50

/** Runs `work` in its owner's turn; resolves or rejects as it does. Rejects with SERVER_BUSY when the owner has too much waiting. */
export type FairLine = <T>(owner: string, work: () => Promise<T>) => Promise<T>

export function createFairLine(waiting = EN_ESPERA): FairLine {
  /** In the order of their next turns. */
  const lines = new Map<string, (() => Promise<unknown>)[]>()
  let busy = false

  async function run(): Promise<void> {
    busy = true
    for (;;) {
      const next = lines.entries().next().value
      if (!next) break
      const [owner, line] = next
      const work = line.shift()!
      // To the end of the order, for what is left.
      lines.delete(owner)
      if (line.length) lines.set(owner, line)
      await work()
    }
    busy = false
  }

  return (owner, work) =>
    new Promise((resolve, reject) => {
      const line = lines.get(owner) ?? []
      if (line.length >= waiting) {
        const mensaje = 'Hay demasiado trabajo suyo en espera; repita en 2 segundos'
        return reject(new AppError('SERVER_BUSY', mensaje, { headers: { 'retry-after': '2' } }))
      }
      line.push(() => work().then(resolve, reject))
      lines.set(owner, line)
      if (!busy) void run()
    })
}
