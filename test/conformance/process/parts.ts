// Plays the parts of a long run, each in a process of its own, several at a time and within a time. CI reads the lines that begin
// with FAULT, NOT PLAYED and took.

import { systemTimer } from '../../../src/base/timer'

/** Minutes from now in which parts may begin, where the whole must end in time (CI); without it all of them are played. */
const MINUTES = Number(process.env.MINUTES ?? Number.POSITIVE_INFINITY)
/** A part that hangs is killed then, and has failed. The longest suite takes a third of it on a busy machine. */
const LIMIT_MS = 9 * 60_000
/** The lines of a fault that are repeated at the end. */
const FAULT_LINES = 20

export interface Played {
  /** Its output, without colours. */
  lines: string[]
  ms: number
  /** null of a part that was killed at its limit. */
  status: number | null
}

interface Fault {
  part: string
  what: string
  lines: readonly string[]
}

export interface Parts {
  /** Whether there is time for one more to begin. */
  mayBegin(): boolean
  /** Plays one to its end, or its limit; what it took is told in the end. */
  play(part: string, command: readonly string[]): Promise<Played>
  fault(fault: Fault): void
  /** Prints what was not played, what failed and what each took. */
  tell(): void
}

/** `target` is what make calls the whole, `all` the names of its parts: what of them is never played is told. */
export function createParts(
  target: string,
  all: readonly string[],
  { minutes = MINUTES, limitMs = LIMIT_MS, timer = systemTimer } = {},
): Parts {
  const running = new Map<string, { pid: number; lines(): string[] }>()
  const begun = new Set<string>()
  const faults: Fault[] = []
  const took: { part: string; ms: number }[] = []
  const killGroup = (pid: number): void => {
    try {
      process.kill(-pid, 'SIGKILL')
    } catch {
      // Gone by itself.
    }
  }

  const parts: Parts = {
    mayBegin: () => performance.now() < minutes * 60_000,
    async play(part, command) {
      begun.add(part)
      const begin = performance.now()
      // A group of its own: what a part started goes with it.
      const child = Bun.spawn([...command], { stdio: ['ignore', 'pipe', 'pipe'], detached: true })
      const said = [child.stdout, child.stderr].map(collect)
      const lines = (): string[] => said.flatMap(({ text }) => text().split('\n'))
      running.set(part, { pid: child.pid, lines })
      let late = false
      const forget = timer(limitMs, () => {
        late = true
        killGroup(child.pid)
      })
      await child.exited
      forget()
      // Whatever it left behind would hold its pipes open.
      killGroup(child.pid)
      await Promise.all(said.map(({ ended }) => ended))
      running.delete(part)
      const ms = performance.now() - begin
      took.push({ part, ms })
      return { lines: lines(), ms, status: late ? null : (child.exitCode ?? -1) }
    },
    fault: (fault) => void faults.push(fault),
    tell() {
      for (const { part, ms } of took)
        console.log(`took ${(ms / 1000).toFixed(1).padStart(7)} s  ${target} ${part}`)
      for (const part of all)
        if (!begun.has(part)) console.log(`NOT PLAYED ${target} ${part}: there was no time left`)
      for (const { part, what, lines } of faults) {
        console.log(`FAULT ${target} ${part}: ${what}`)
        for (const line of lines.slice(0, FAULT_LINES)) console.log(`  | ${line}`)
      }
    },
  }

  const stop = (): never => {
    for (const [part, { pid, lines }] of running) {
      killGroup(pid)
      parts.fault({ part, what: 'was stopped', lines: lines().slice(-FAULT_LINES) })
    }
    parts.tell()
    process.exit(1)
  }
  process.on('SIGINT', stop).on('SIGTERM', stop)
  return parts
}

/** The output of a stream so far. */
function collect(stream: ReadableStream<Uint8Array>): { text(): string; ended: Promise<void> } {
  const decoder = new TextDecoder()
  let text = ''
  const read = async (): Promise<void> => {
    for await (const chunk of stream) text += decoder.decode(chunk, { stream: true })
  }
  return { text: () => text.replaceAll(/\x1b\[[0-9;]*m/g, ''), ended: read() }
}
