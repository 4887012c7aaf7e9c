// A program that is waited for as long as it says something or works: how long all of it takes is a matter of the machine, and of who
// else uses it.

import { readFileSync } from 'node:fs'

const SILENCE_MS = 300_000
/** Ticks of the processor's time, a hundredth of a second each. */
const WORK = 200

interface Spoken {
  /** -1 where it stood still for too long, and so was ended. */
  status: number
  out: string
}

/** The processor's time that a process has had, and those of its own that have ended; none of one that is gone. */
function workOf(pid: number): number {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ')
    return fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks), 0)
  } catch {
    return 0
  }
}

/** Runs a program to its end. */
export async function runWhileTalking(
  command: readonly string[],
  options: { cwd?: string; env?: Record<string, string> } = {},
): Promise<Spoken> {
  const child = Bun.spawn([...command], { stdin: 'ignore', stdout: 'pipe', stderr: 'pipe', ...options })
  let [out, isHeard, worked] = ['', false, 0]
  const watch = setInterval(() => {
    const work = workOf(child.pid)
    if (!isHeard && work - worked < WORK) child.kill('SIGKILL')
    ;[isHeard, worked] = [false, work]
  }, SILENCE_MS)
  const listen = async (stream: ReadableStream<Uint8Array>): Promise<void> => {
    const decoder = new TextDecoder()
    for await (const piece of stream) {
      isHeard = true
      out += decoder.decode(piece, { stream: true })
    }
  }
  await Promise.all([listen(child.stdout), listen(child.stderr), child.exited])
  clearInterval(watch)
  return { status: child.signalCode ? -1 : (child.exitCode ?? -1), out }
}

/** The same. Throws with what it said when it fails. */
export async function demandTalking(
  command: readonly string[],
  options: { cwd?: string } = {},
): Promise<void> {
  const { status, out } = await runWhileTalking(command, options)
  if (status !== 0) throw new Error(`${command.join(' ')} ended with ${status}: ${out.slice(-4000)}`)
}
