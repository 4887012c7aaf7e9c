// `make conformance` and `make smoke`: what Timbre writes before independent judges, then the built binary on its own.
// Closes with `conformance: N passed, N failed`. Run from the root of the checkout.

import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { clients } from './clients'
import { crash } from './crash'
import { faults } from './faults'
import { judgePdfs, judgeXml, runDemo } from './judge'
import { mailbox } from './mailbox'
import { operations } from './operations'
import { BINARY } from './process/binary'
import { type Checks, createChecks } from './process/check'
import { restoreModules, smoke } from './smoke'
import { ensureTools } from './tools'

async function judge(checks: Checks, dir: string): Promise<void> {
  const absent = ensureTools()
  checks.check('the judges are installed', absent.length === 0, absent)
  const demo = await runDemo(checks, dir)
  await judgeXml(checks, demo, dir)
  await judgePdfs(checks, demo)
}

/** By the name that `run.ts NAME` gives; without one all run, in this order. */
const PARTS: Record<string, (checks: Checks, dir: string) => Promise<void>> = {
  judge,
  smoke,
  clients,
  crash: (checks) => crash(checks),
  operations,
  faults,
  mailbox: (checks) => mailbox(checks),
}

restoreModules()
if (!existsSync(BINARY)) throw new Error(`${BINARY} is not built: make build`)
const only = process.argv[2]
const checks = createChecks()
const dir = mkdtempSync(join(tmpdir(), 'timbre-conformidad-'))
try {
  for (const [name, part] of Object.entries(PARTS)) {
    if (only !== undefined && only !== name) continue
    console.log(name)
    try {
      await part(checks, dir)
    } catch (fault) {
      checks.check(`${name} ran to its end`, false, fault instanceof Error ? fault.stack : String(fault))
    }
  }
} finally {
  rmSync(dir, { recursive: true, force: true })
}
console.log(`conformance: ${checks.passed} passed, ${checks.failed} failed`)
process.exit(checks.failed === 0 && checks.passed > 0 ? 0 : 1)
