// The findings of a conformance script, as plain lines, and the number of checks that held.

/** Where a script tells what it found. */
export interface Report {
  /** Prints one check; `detail` says what was found instead. */
  check(name: string, holds: boolean, detail?: unknown): void
  note(text: string): void
}

export interface Checks extends Report {
  passed: number
  failed: number
}

/** Checks that print as they come. */
export function createChecks(): Checks {
  const checks: Checks = {
    passed: 0,
    failed: 0,
    check(name, holds, detail) {
      if (holds) checks.passed++
      else checks.failed++
      const found = holds || detail === undefined ? '' : `: ${text(detail)}`
      console.log(`  ${holds ? 'ok  ' : 'FAIL'} ${name}${found}`)
    },
    note: (line) => console.log(`       ${line}`),
  }
  return checks
}

const text = (detail: unknown): string =>
  (typeof detail === 'string' ? detail : JSON.stringify(detail)).slice(0, 2000)

/** The same report, every line of it begun with `prefix`: for scripts that run side by side. */
export const prefixed = ({ check, note }: Report, prefix: string): Report => ({
  check: (name, holds, detail) => check(prefix + name, holds, detail),
  note: (line) => note(prefix + line),
})

/** Runs one script by itself: `bun test/conformance/<script>.ts`. Exits 1 when a check failed. */
export async function runAlone(title: string, script: (checks: Report) => Promise<void>): Promise<void> {
  console.log(title)
  const checks = createChecks()
  const begin = Date.now()
  try {
    await script(checks)
  } catch (fault) {
    checks.check(
      'the script ran to its end',
      false,
      fault instanceof Error ? (fault.stack ?? fault.message) : String(fault),
    )
  }
  console.log(
    `${checks.passed} passed, ${checks.failed} failed in ${((Date.now() - begin) / 1000).toFixed(1)} s`,
  )
  process.exit(checks.failed ? 1 : 0)
}

/** Waits until `done` says so, looking every `everyMs`; whether it did in time. */
export async function until(
  done: () => boolean | Promise<boolean>,
  timeoutMs: number,
  everyMs = 100,
): Promise<boolean> {
  const end = Date.now() + timeoutMs
  for (;;) {
    if (await done()) return true
    if (Date.now() > end) return false
    await Bun.sleep(everyMs)
  }
}

/** Random numbers in [0, 1) that repeat with their seed (mulberry32). */
export function seeded(seed: number): () => number {
  let a = seed >>> 0
  return () => {
    a = (a + 0x6d2b79f5) >>> 0
    let t = Math.imul(a ^ (a >>> 15), a | 1)
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
  }
}
