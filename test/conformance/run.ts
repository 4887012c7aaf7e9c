// `make conformance` and `make smoke`: what Timbre writes before independent judges, then the built binary on its own. Each part
// in a process of its own; `run.ts NAME` plays one in this. Closes with `conformance: N passed, N failed`. Run from the root of the
// checkout.

import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { backups } from './backups'
import { certification } from './certification'
import { clients } from './clients'
import { NIGHTLY } from './counts'
import { crash } from './crash'
import { faults } from './faults'
import { installed } from './installed'
import { judgePdfs, judgeXml, runDemo } from './judge'
import { mailbox } from './mailbox'
import { manual } from './manual'
import { operations } from './operations'
import { BINARY } from './process/binary'
import { type Checks, createChecks } from './process/check'
import { createParts } from './process/parts'
import { release } from './release'
import { restoreModules, smoke } from './smoke'
import { ensureTools } from './tools'
import { upgrade } from './upgrade'
import { windows } from './windows'

async function judge(checks: Checks, dir: string): Promise<void> {
  const absent = ensureTools()
  checks.check('the judges are installed', absent.length === 0, absent)
  const demo = await runDemo(checks, dir)
  await judgeXml(checks, demo, dir)
  await judgePdfs(checks, demo)
}

const PARTS: Record<string, (checks: Checks, dir: string) => Promise<void>> = {
  smoke,
  operations,
  faults,
  crash: (checks) => crash(checks),
  clients,
  judge,
  mailbox: (checks) => mailbox(checks),
  manual,
  release,
  installed,
  windows,
  upgrade: (checks) => upgrade(checks),
  backups: (checks) => backups(checks),
  certification,
}

/**
 * One step after another, the lists of each side by side. Operations mostly wait for their SII; what holds seconds or rates
 * against a limit has the machine to itself, and so has what takes away the modules that all of them are loaded from.
 */
const STEPS: readonly (readonly string[])[][] = [
  [['smoke']],
  [
    ['operations', 'crash'],
    ['clients', 'judge'],
  ],
  [['faults']],
  [
    ['mailbox', 'manual', 'upgrade', 'certification'],
    ['release', 'backups'],
  ],
  // A Debian of its own, and wine: some minutes.
  ...(NIGHTLY ? [[['installed', 'windows']]] : []),
]

async function playHere(name: string): Promise<never> {
  const part = PARTS[name]
  if (!part) throw new Error(`there is no part ${name}: ${Object.keys(PARTS).join()}`)
  const checks = createChecks()
  const dir = mkdtempSync(join(tmpdir(), 'timbre-conformidad-'))
  console.log(name)
  try {
    await part(checks, dir)
  } catch (fault) {
    checks.check(`${name} ran to its end`, false, fault instanceof Error ? fault.stack : String(fault))
  } finally {
    rmSync(dir, { recursive: true, force: true })
  }
  return end(checks)
}

/** Exits 1 when a check failed, or none was made. */
function end({ passed, failed }: { passed: number; failed: number }): never {
  console.log(`conformance: ${passed} passed, ${failed} failed`)
  process.exit(failed === 0 && passed > 0 ? 0 : 1)
}

async function playAll(): Promise<never> {
  const parts = createParts('conformance', STEPS.flat(2), { limitMs: (NIGHTLY ? 90 : 12) * 60_000 })
  const total = { passed: 0, failed: 0 }
  const play = async (name: string): Promise<void> => {
    const { lines, status } = await parts.play(name, [process.execPath, 'test/conformance/run.ts', name])
    restoreModules()
    let last: string[] = []
    let counted = false
    for (const line of lines) {
      const count = /^conformance: (\d+) passed, (\d+) failed$/.exec(line)
      if (count) {
        total.passed += Number(count[1])
        total.failed += Number(count[2])
        counted = true
        continue
      }
      console.log(line)
      // The lines of one check: a detail may have several.
      if (/^ {2}(ok|FAIL) /.test(line)) last = []
      last.push(line)
      if (last.length === 1 && line.startsWith('  FAIL '))
        parts.fault({ part: name, what: line.slice(7, 200), lines: last })
    }
    if (counted) return
    total.failed++
    const what = status === null ? 'was killed at its limit' : `ended with ${status}`
    parts.fault({ part: name, what, lines: lines.filter(Boolean).slice(-20) })
  }
  for (const lists of STEPS)
    await Promise.all(
      lists.map(async (list) => {
        for (const name of list) if (parts.mayBegin()) await play(name)
      }),
    )
  parts.tell()
  // A part without time is no failure, and was told; unless all are.
  return end(total)
}

restoreModules()
if (!existsSync(BINARY)) throw new Error(`${BINARY} is not built: make build`)
const [only] = process.argv.slice(2)
await (only === undefined ? playAll() : playHere(only))
