import { expect, test } from 'bun:test'

/** Plays parts with 0.01 minutes to begin in and a second for each; what it said, and its status. */
async function script(body: string): Promise<{ said: string; status: number }> {
  const code = `
    const { createParts } = await import('${import.meta.dir}/parts')
    const parts = createParts('prueba', ['uno', 'dos'], { minutes: 0.01, limitMs: 1000 })
    ${body}`
  const child = Bun.spawn([process.execPath, '-e', code], { stdout: 'pipe', stderr: 'inherit' })
  const said = await new Response(child.stdout).text()
  return { said, status: await child.exited }
}

const isThere = (pid: number): boolean => {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

test('a part that hangs is killed at its limit with what it started, and what it said is kept', async () => {
  const { said } = await script(`
    const { lines, status } = await parts.play('uno', ['bash', '-c', 'sleep 600 & echo $!; trap "" TERM; wait; sleep 600'])
    console.log(JSON.stringify({ pid: Number(lines[0]), status }))
    parts.tell()`)
  const { pid, status } = JSON.parse(said.split('\n')[0]!)
  expect({ status, there: isThere(pid) }).toEqual({ status: null, there: false })
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
    setTimeout(() => process.kill(process.pid, 'SIGTERM'), 500)
    await parts.play('uno', ['bash', '-c', 'echo hasta aquí; sleep 600'])`)
  expect(status).toBe(1)
  expect(said).toContain('FAULT prueba uno: was stopped\n  | hasta aquí')
  expect(said).toContain('NOT PLAYED prueba dos')
})
