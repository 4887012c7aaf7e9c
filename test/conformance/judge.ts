// What Timbre writes before judges that nobody here wrote: the SII's schemas, xmlsec1 and openssl for XML, a barcode reader
// for paper. The documents are those of `timbre demo`, the golden ones, and random valid ones.

import { mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { GOLDEN_DIR } from '../golden/golden'
import { hasShared, SHARED } from '../golden/schemas'
import { cutTed, judgeBarcode } from './pdf-barcode'
import type { Report } from './report'

/** Runs `timbre demo` of the built binary in `dir` and returns the folder that it filled. */
export function runDemo(report: Report, binary: string, dir: string): string {
  const cwd = join(dir, 'demo-vacio')
  mkdirSync(cwd)
  const run = Bun.spawnSync([binary, 'demo'], { cwd, stdout: 'inherit', stderr: 'pipe' })
  report.check('timbre demo: every document accepted', run.exitCode === 0, run.stderr.toString())
  return join(cwd, 'demo')
}

/** XML: schema, signatures in their place and cut out, stamps. */
export async function judgeXml(report: Report, demo: string, dir: string): Promise<void> {
  if (!hasShared()) {
    const note = '../shared is not there: neither the schemas of the SII nor judge-xml can be asked'
    if (process.env.CI) report.check('judge-xml', false, note)
    else console.log(`\n*** SKIPPED, XML IS NOT JUDGED: ${note} ***\n`)
    return
  }
  const random = join(dir, 'azar')
  await report.delegate('random documents', [
    process.execPath,
    join(import.meta.dir, 'random-envelopes.ts'),
    random,
  ])
  await report.delegate('judge-xml', [join(SHARED, 'tools/judge-xml'), demo, GOLDEN_DIR, random])
}

/** PDF: every barcode, read from a raster of 300 dots an inch, holds the bytes of the document's TED. */
export async function judgePdfs(report: Report, demo: string): Promise<void> {
  for (const pdf of readdirSync(demo).filter((file) => file.endsWith('.pdf'))) {
    const xml = readFileSync(join(demo, pdf.replace(/(-cedible)?\.pdf$/, '.xml')))
    const faults = await judgeBarcode(join(demo, pdf), cutTed(xml))
    report.check(`${pdf} barcode`, faults.length === 0, faults.join('; '))
  }
}
