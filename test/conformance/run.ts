// `make conformance` and `make smoke`: what Timbre writes before independent judges, then the built binary on its own.
// Closes with `conformance: N passed, N failed`.

import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { judgePdfs, judgeXml, runDemo } from './judge'
import { createReport } from './report'
import { restoreModules, smoke } from './smoke'
import { ensureTools } from './tools'

restoreModules()
const binary = resolve(import.meta.dir, '../../dist/timbre')
if (!existsSync(binary)) throw new Error('dist/timbre is not built: make build')

const only = process.argv[2]
const report = createReport()
const dir = mkdtempSync(join(tmpdir(), 'timbre-conformidad-'))
try {
  if (only === undefined) {
    const absent = ensureTools()
    report.check('the judges are installed', absent.length === 0, `missing: ${absent.join(' ')}`)
    const demo = runDemo(report, binary, dir)
    await judgeXml(report, demo, dir)
    await judgePdfs(report, demo)
  }
  await smoke(report, binary, dir)
  if (only === undefined)
    await report.delegate('crash', [process.execPath, join(import.meta.dir, 'crash.ts')])
} finally {
  rmSync(dir, { recursive: true, force: true })
}
process.exit(report.close() ? 0 : 1)
