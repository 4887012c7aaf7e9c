// `make browser`: sees to Chromium, then plays the suites one by one. `run.ts NAME…` plays the suites
// whose names contain one of them.

import { existsSync } from 'node:fs'
import { BINARY } from '../../conformance/process/binary'
import { ensureTools } from '../../conformance/tools'

if (!existsSync(BINARY)) throw new Error(`${BINARY} is not built: make build`)
const absent = ensureTools(['chromium'])
if (absent.length) throw new Error(`${absent.join()} is not installed`)

const wanted = process.argv.slice(2)
const suites = [...new Bun.Glob('*.e2e.ts').scanSync(import.meta.dir)]
  .sort()
  .filter((name) => !wanted.length || wanted.some((part) => name.includes(part)))
const total = { pass: 0, fail: 0 }
const unsteady: string[] = []
for (const suite of suites) {
  let played = await play(suite)
  // A browser on a busy machine: what fails is played once more by itself, and told by name when only that passed.
  if (played.fail || played.code) {
    console.log(`\n${suite} failed and is played once more`)
    const again = await play(suite)
    if (!again.fail && !again.code) unsteady.push(...played.failed)
    played = again
  }
  total.pass += played.pass
  total.fail += played.fail || (played.code ? 1 : 0)
}
for (const name of unsteady) console.log(`unsteady, passed the second time: ${name}`)
console.log(`\n ${total.pass} pass\n ${total.fail} fail`)
process.exit(total.fail || !total.pass ? 1 : 0)

interface Played {
  pass: number
  fail: number
  failed: string[]
  code: number
}

/** Plays one suite and shows its lines, but for the counts, which CI reads once, at the end. */
async function play(suite: string): Promise<Played> {
  // A path with `./` is run whatever its name: `make test` does not find these.
  const child = Bun.spawn(
    [process.execPath, 'test', '--timeout', '60000', `./test/dashboard/browser/${suite}`],
    { stdio: ['ignore', 'inherit', 'pipe'] },
  )
  const played: Played = { pass: 0, fail: 0, failed: [], code: 0 }
  for await (const line of lines(child.stderr)) {
    const count = /^ *(\d+) (pass|fail)$/.exec(line)
    if (count) played[count[2] as 'pass' | 'fail'] = Number(count[1])
    else console.error(line)
    if (line.startsWith('(fail) ')) played.failed.push(line.slice(7))
  }
  played.code = await child.exited
  return played
}

async function* lines(stream: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  let rest = ''
  const decoder = new TextDecoder()
  for await (const piece of stream) {
    const parts = (rest + decoder.decode(piece, { stream: true })).split('\n')
    rest = parts.pop() ?? ''
    yield* parts
  }
  if (rest) yield rest
}
