import { expect, test } from 'bun:test'

/** Plays parts with 0.01 minutes to begin in, each until `late`; `told` is over once a part sent USR2. What it said, and its status. */
async function script(body: string): Promise<{ said: string; status: number }> {
  const code = `
    const { createParts } = await import('${import.meta.dir}/parts')
    const told = new Promise((resolve) => process.on('SIGUSR2', resolve))
    let limit = 0
    let late
    const timer = (ms, fire) => {
      limit = ms
      late = fire
      return () => {}
    }
    const parts = createParts('prueba', ['uno', 'dos'], { minutes: 0.01, limitMs: 1000, timer })
    ${body}`
  const child = Bun.spawn([process.execPath, '-e', code], { stdout: 'pipe', stderr: 'inherit' })
  const said = await new Response(child.stdout).text()
  return { said, status: await child.exited }
}

async function isThere(pid: number): Promise<boolean> {
  try {
    process.kill(pid, 0)
  } catch {
    return false
  }
  const stat = await Bun.file(`/proc/${pid}/stat`)
    .text()
    .catch(() => '')
  // A zombie is dead, whoever is to bury it.
  return !/\) Z /.test(stat)
}

/** A killed process is gone a moment later. */
async function gone(pid: number): Promise<void> {
  while (await isThere(pid)) await Bun.sleep(10)
}

test('a part that hangs is killed at its limit with what it started, and what it said is kept', async () => {
  const { said } = await script(`
    told.then(() => late())
    const { lines, status } = await parts.play('uno', ['bash', '-c', 'sleep 600 & echo $!; trap "" TERM; kill -USR2 $PPID; wait; sleep 600'])
    console.log(JSON.stringify({ pid: Number(lines[0]), status, limit }))
    parts.tell()`)
  const { pid, ...rest } = JSON.parse(said.split('\n')[0]!)
  expect(rest).toEqual({ status: null, limit: 1000 })
  expect(pid).toBeGreaterThan(1)
  await gone(pid)
  expect(said).toMatch(/^took +\d+\.\d s {2}prueba uno$/m)
  expect(said).toContain('NOT PLAYED prueba dos')
})

test('nothing begins once its time is over', async () => {
  const { said } = await script(`
    while (parts.mayBegin()) await Bun.sleep(100)
    console.log(performance.now() > 600)
    parts.tell()`)
  expect(said).toStartWith('true\nNOT PLAYED prueba uno')
})

test('a fault is told by name with its first twenty lines', async () => {
  const { said } = await script(`
    parts.fault({ part: 'uno', what: 'se cae', lines: Array.from({ length: 30 }, (_, n) => 'línea ' + n) })
    parts.tell()`)
  expect(said).toContain('FAULT prueba uno: se cae\n  | línea 0\n')
  expect(said.match(/^ {2}\| /gm)).toHaveLength(20)
})

test('who stops the whole learns what was running, how far it had come, and what had not begun', async () => {
  const { said, status } = await script(`
    // Its output is in the pipe by then, and read a turn of the loop later.
    told.then(async () => {
      for (let turn = 0; turn < 10; turn++) await Bun.sleep(1)
      process.kill(process.pid, 'SIGTERM')
    })
    await parts.play('uno', ['bash', '-c', 'echo hasta aquí; kill -USR2 $PPID; sleep 600'])`)
  expect(status).toBe(1)
  expect(said).toContain('FAULT prueba uno: was stopped\n  | hasta aquí')
  expect(said).toContain('NOT PLAYED prueba dos')
})
