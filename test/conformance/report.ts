// What a conformance run found: a line a check, and the counts that it closes with.

export interface Report {
  /** Notes and prints one check. */
  check(name: string, ok: boolean, detail?: string): void
  /** Runs a program whose own lines say `ok` or `FAIL`; each counts, and so does an exit status without a cause. */
  delegate(name: string, command: readonly string[]): Promise<void>
  /** Prints `conformance: N passed, N failed`; whether none failed. */
  close(): boolean
}

export function createReport(): Report {
  let passed = 0
  let failed = 0
  function check(name: string, ok: boolean, detail = ''): void {
    if (ok) passed++
    else failed++
    console.log(`${ok ? 'ok  ' : 'FAIL'} ${name}${!ok && detail ? `: ${detail}` : ''}`)
  }
  return {
    check,
    async delegate(name, command) {
      const child = Bun.spawn([...command], { stdout: 'pipe', stderr: 'inherit' })
      const before = failed
      let rest = ''
      const count = (line: string): void => {
        if (line.startsWith('ok')) passed++
        else if (line.startsWith('FAIL')) failed++
        // Thousands of good checks would bury a bad one.
        if (!line.startsWith('ok ')) console.log(line)
      }
      for await (const chunk of child.stdout.pipeThrough(new TextDecoderStream())) {
        const lines = (rest + chunk).split('\n')
        rest = lines.pop()!
        lines.forEach(count)
      }
      if (rest) count(rest)
      const status = await child.exited
      if (status !== 0 && failed === before) check(name, false, `ended with status ${status}`)
    },
    close() {
      console.log(`conformance: ${passed} passed, ${failed} failed`)
      return failed === 0 && passed > 0
    },
  }
}
