// How figures are taken: everything that is compared runs in turns, slice after slice, and each slice is held against the one of its
// own turn. Two programs measured minutes apart differ by more than what is being asked.

import { readFileSync } from 'node:fs'

/** The middle one, of two the lower. Throws on none. */
export function median(values: readonly number[]): number {
  if (!values.length) throw new Error('no rounds were measured')
  return [...values].sort((a, b) => a - b)[Math.floor((values.length - 1) / 2)]!
}

/** The value below which lies the given part (0 to 1) of a sorted list. */
export const percentile = (sorted: ArrayLike<number>, part: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN

/** Slices that a comparison takes of each side, at the least. */
export const TURNS = 5

/** The middle of some values, and how far apart they lay. */
export interface Spread {
  median: number
  low: number
  high: number
}

/** The spread of values that slices gave. Throws on none. */
export const spread = (values: readonly number[]): Spread => ({
  median: median(values),
  low: Math.min(...values),
  high: Math.max(...values),
})

/** Each slice of the subject against the one of its limit in the same turn. */
export const pairs = (subject: readonly number[], limit: readonly number[]): Spread =>
  spread(subject.map((value, turn) => value / limit[turn]!))

/** Runs every contender once a turn; what each gave, turn by turn. */
export async function interleave<C extends Record<string, () => unknown>>(
  turns: number,
  contenders: C,
): Promise<{ [K in keyof C]: Awaited<ReturnType<C[K]>>[] }> {
  const found = Object.fromEntries(Object.keys(contenders).map((name) => [name, [] as unknown[]]))
  for (let turn = 0; turn < turns; turn++) {
    for (const [name, run] of Object.entries(contenders)) found[name]!.push(await run())
  }
  return found as { [K in keyof C]: Awaited<ReturnType<C[K]>>[] }
}

/** How often a second `work` can be done, from doing it for `seconds`. */
export function perSecond(seconds: number, work: () => void): number {
  const start = performance.now()
  let done = 0
  let now = start
  do {
    work()
    done++
    now = performance.now()
  } while (now - start < seconds * 1000)
  return (done * 1000) / (now - start)
}

// Clock ticks of /proc are hundredths of a second on every Linux.
const TICK = 0.01

/** Processor seconds that a process has used so far, its threads included. */
export function cpuSeconds(pid: number): number {
  // The name, in brackets, may hold blanks.
  const fields = readFileSync(`/proc/${pid}/stat`, 'latin1').split(') ')[1]!.split(' ')
  return (Number(fields[11]) + Number(fields[12])) * TICK
}

/** Resident memory of a process, megabytes of a million bytes. */
export function residentMb(pid: number): number {
  const [, kib] = /^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'latin1'))!
  return (Number(kib) * 1024) / 1e6
}

/** Resolves when `done` says so; throws after `seconds`. */
export async function until(what: string, done: () => boolean, { everyMs = 20, seconds = 120 } = {}) {
  const give = performance.now() + seconds * 1000
  while (!done()) {
    if (performance.now() > give) throw new Error(`after ${seconds} seconds still waiting: ${what}`)
    await Bun.sleep(everyMs)
  }
}
