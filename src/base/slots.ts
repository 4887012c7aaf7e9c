// How many of a kind of work are under way at once, whoever asks for it.

/** Runs `work` when one of the slots is free, in the order of asking; resolves or rejects as it does. */
export type InSlot = <T>(work: () => Promise<T>) => Promise<T>

/** `count` slots. A slot that comes free passes to who has waited longest. */
export function createSlots(count: number): InSlot {
  let free = count
  const waiting: (() => void)[] = []
  return async (work) => {
    if (free > 0) free--
    else await new Promise<void>((resolve) => waiting.push(resolve))
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else free++
    }
  }
}
