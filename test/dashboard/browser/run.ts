// `make browser`: sees to Chromium, then plays the suites, each in a process of its own. `run.ts NAME…` plays the suites
// whose names contain one of them. Firefox plays where it is asked for by name alone: it is 60 MB more to fetch.

import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { BINARY } from '../../conformance/process/binary'
import { createParts } from '../../conformance/process/parts'
import { ensureTools } from '../../conformance/tools'

if (!existsSync(BINARY)) throw new Error(`${BINARY} is not built: make build`)
const absent = ensureTools(['chromium'])
if (absent.length) throw new Error(`${absent.join()} is not installed`)
// Cheaper by two thirds a page. Without it the whole browser serves.
ensureTools(['chromium-headless-shell'])

/** Debian's other browser. */
const FIREFOX = 'firefox'

/** Measures what the machine gives, so it is not shared. */
const ALONE = 'presupuesto'

const wanted = process.argv.slice(2)
const sizeOf = (suite: string): number => statSync(join(import.meta.dir, `${suite}.e2e.ts`)).size
/** The long ones first: none of them is left to run alone at the end. */
const suites = [...new Bun.Glob('*.e2e.ts').scanSync(import.meta.dir)]
  .map((name) => name.replace('.e2e.ts', ''))
  .filter((name) => (wanted.length ? wanted.some((part) => name.includes(part)) : name !== FIREFOX))
  .sort((a, b) => sizeOf(b) - sizeOf(a))
if (suites.includes(FIREFOX) && ensureTools(['firefox-esr']).length)
  throw new Error('firefox-esr is not installed')
if (!suites.length) throw new Error(`no suite is called ${wanted.join()}`)
const parts = createParts('browser', suites)
const total = { pass: 0, fail: 0 }
const unsteady: string[] = []

interface Case {
  name: string
  /** The suite's words before it failed: the code and the error. */
  lines: string[]
}

interface Result {
  pass: number
  fail: number
  failed: Case[]
}

/** Plays one suite and, at its end, shows its lines, but for the counts, which CI reads once, at the end of all. */
async function play(suite: string): Promise<Result> {
  // A path with `./` is run whatever its name: `make test` does not find these.
  const { lines, status } = await parts.play(suite, [
    ...[process.execPath, 'test', '--timeout', '120000'],
    `./test/dashboard/browser/${suite}.e2e.ts`,
  ])
  const result: Result = { pass: 0, fail: 0, failed: [] }
  let said: string[] = []
  const shown = lines.filter((line) => {
    if (line.startsWith('(fail) ')) result.failed.push({ name: line.slice(7), lines: said })
    if (/^\((pass|fail)\) |\.e2e\.ts:$/.test(line)) said = []
    else said.push(line)
    const count = /^ *(\d+) (pass|fail)$/.exec(line)
    if (count) result[count[2] as 'pass' | 'fail'] = Number(count[1])
    return !count
  })
  console.log(shown.join('\n'))
  if (status === null) result.failed.push({ name: 'was killed at its limit', lines: said.slice(-20) })
  // One that dies before its cases has none by name.
  else if (status !== 0 && !result.failed.length)
    result.failed.push({ name: `ended with ${status}`, lines: said.slice(-20) })
  result.fail = Math.max(result.fail, result.failed.length)
  return result
}

/** Plays suites, one after another, until none is left or the time is over. Those that failed. */
async function playAll(left: string[]): Promise<Map<string, Result>> {
  const failed = new Map<string, Result>()
  while (left.length && parts.mayBegin()) {
    const suite = left.shift()!
    const played = await play(suite)
    if (played.fail) failed.set(suite, played)
    else total.pass += played.pass
  }
  return failed
}

// Two at a time: each has a server and a browser of its own, and waits for the other half of the time.
const shared = suites.filter((name) => name !== ALONE)
const first = await Promise.all([playAll(shared), playAll(shared)])
const alone = await playAll(suites.filter((name) => name === ALONE))
// A browser on a busy machine: what fails is played once more, by itself, and told by name when only that passed.
for (const [suite, once] of [...first, alone].flatMap((one) => [...one])) {
  const inTime = parts.mayBegin()
  console.log(
    `\n${suite} failed and ${inTime ? 'is played once more' : 'there is no time to play it once more'}`,
  )
  const last = inTime ? await play(suite) : once
  total.pass += last.pass
  total.fail += last.fail
  if (!last.fail) unsteady.push(...once.failed.map(({ name }) => `${suite}: ${name}`))
  for (const { name, lines } of last.failed)
    parts.fault({ part: suite, what: `${inTime ? 'twice: ' : ''}${name}`, lines })
}
for (const name of unsteady) console.log(`unsteady, passed the second time: ${name}`)
// Last, because who reads a run of an hour reads its end.
parts.tell()
console.log(`\n ${total.pass} pass\n ${total.fail} fail`)
// A part without time is no failure, and was told; unless all are.
process.exit(total.fail || !total.pass ? 1 : 0)
