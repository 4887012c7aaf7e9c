// How figures are taken: everything that is compared runs in turns, round after round, and the median round counts. Two
// programs measured minutes apart differ by more than what is being asked.

import { readFileSync } from 'node:fs'

/** The middle one, of two the lower. Throws on none. */
export function median(values: readonly number[]): number {
  if (!values.length) throw new Error('no rounds were measured')
  return [...values].sort((a, b) => a - b)[Math.floor((values.length - 1) / 2)]!
}

/** The value below which lies the given part (0 to 1) of a sorted list. */
export const percentile = (sorted: ArrayLike<number>, part: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN

/** Runs every contender once a round; what each gave, round by round. */
export async function interleave<T, K extends string>(
  rounds: number,
  contenders: Record<K, () => T | Promise<T>>,
): Promise<Record<K, T[]>> {
  const names = Object.keys(contenders) as K[]
  const found = Object.fromEntries(names.map((name) => [name, [] as T[]])) as Record<K, T[]>
  for (let round = 0; round < rounds; round++) {
    for (const name of names) found[name].push(await contenders[name]())
  }
  return found
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
