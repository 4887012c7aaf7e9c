// `make browser`: sees to Chromium, then plays the suites, each in a process of its own. `run.ts NAME…` plays the suites
// whose names contain one of them.

import { existsSync } from 'node:fs'
import { BINARY } from '../../conformance/process/binary'
import { ensureTools } from '../../conformance/tools'

if (!existsSync(BINARY)) throw new Error(`${BINARY} is not built: make build`)
const absent = ensureTools(['chromium'])
if (absent.length) throw new Error(`${absent.join()} is not installed`)

/** Measures what the machine gives, so it is not shared. */
const ALONE = 'presupuesto.e2e.ts'
/** How long suites may begin, where the whole must end in time (CI); without it all of them are played. */
const MINUTES = Number(process.env.MINUTES ?? Number.POSITIVE_INFINITY)

const wanted = process.argv.slice(2)
const suites = [...new Bun.Glob('*.e2e.ts').scanSync(import.meta.dir)]
  .sort()
  .filter((name) => !wanted.length || wanted.some((part) => name.includes(part)))
const total = { pass: 0, fail: 0 }
const broken: string[] = []
const unsteady: string[] = []
const unplayed: string[] = []

/** Plays suites, one after another, until none is left or the time is over. Those that failed. */
async function playAll(left: string[]): Promise<Map<string, Played>> {
  const failed = new Map<string, Played>()
  for (let suite = left.shift(); suite; suite = left.shift()) {
    if (performance.now() > MINUTES * 60_000) {
      unplayed.push(suite)
      continue
    }
    const played = await play(suite)
    if (played.fail || played.code) failed.set(suite, played)
    else total.pass += played.pass
  }
  return failed
}

// Two at a time: each has a server and a browser of its own, and waits for the other half of the time.
const shared = suites.filter((name) => name !== ALONE)
const first = await Promise.all([playAll(shared), playAll(shared)])
const alone = await playAll(suites.filter((name) => name === ALONE))
// A browser on a busy machine: what fails is played once more, by itself, and told by name when only that passed.
for (const [suite, { failed }] of [...first, alone].flatMap((one) => [...one])) {
  console.log(`\n${suite} failed and is played once more`)
  const again = await play(suite)
  total.pass += again.pass
  total.fail += again.fail || (again.code ? 1 : 0)
  // One that dies before its cases has none by name.
  if (again.fail || again.code) broken.push(`${suite}: ${again.failed.join('\n  ')}`)
  else unsteady.push(...failed)
}
for (const name of unsteady) console.log(`unsteady, passed the second time: ${name}`)
for (const name of unplayed) console.log(`NOT PLAYED, ${MINUTES} minutes were over: ${name}`)
// Last, because who reads a run of an hour reads its end.
for (const name of broken) console.log(`FAILED twice: ${name}`)
console.log(`\n ${total.pass} pass\n ${total.fail} fail`)
process.exit(total.fail || !total.pass ? 1 : 0)

interface Played {
  pass: number
  fail: number
  failed: string[]
  code: number
}

/** Plays one suite and, at its end, shows its lines, but for the counts, which CI reads once, at the end of all. */
async function play(suite: string): Promise<Played> {
  // A path with `./` is run whatever its name: `make test` does not find these.
  const child = Bun.spawn(
    [process.execPath, 'test', '--timeout', '120000', `./test/dashboard/browser/${suite}`],
    { stdio: ['ignore', 'pipe', 'pipe'] },
  )
  const played: Played = { pass: 0, fail: 0, failed: [], code: 0 }
  const [said, told] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
  ])
  let fault = ''
  const shown = told.split('\n').filter((line) => {
    if (/^\w*[Ee]rror: /.test(line)) fault = line
    if (line.startsWith('(fail) ')) played.failed.push(`${line.slice(7)} ${fault}`)
    if (/^\((pass|fail)\) /.test(line)) fault = ''
    const count = /^ *(\d+) (pass|fail)$/.exec(line)
    if (count) played[count[2] as 'pass' | 'fail'] = Number(count[1])
    return !count
  })
  console.log(said + shown.join('\n'))
  played.code = await child.exited
  return played
}
