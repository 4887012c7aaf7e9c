// Timbre's output before foreign judges: the SII's schemas, xmlsec1 and openssl for XML, a barcode reader
// for paper. The documents are those of `timbre demo`, the golden ones, and random valid ones.

import { mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { TIPOS } from '../../src/domain/dte/tipos'
import { GOLDEN_DIR } from '../golden/golden'
import { hasShared, SHARED } from '../support/shared'
import { writeAnswers } from './answers'
import { COUNTS } from './counts'
import { writeNeighbours } from './neighbours'
import { cutTed, judgeBarcode } from './pdf-barcode'
import { runToEnd } from './process/binary'
import type { Checks } from './process/check'
import { writeReports } from './reports'

const DEMO_MS = 120_000

/** Runs `timbre demo` of the built binary below `dir`; returns the folder that it filled. */
export async function runDemo(checks: Checks, dir: string): Promise<string> {
  const cwd = join(dir, 'demo-vacio')
  mkdirSync(cwd)
  const { status, out, err } = await runToEnd(['demo'], {}, { cwd, timeoutMs: DEMO_MS })
  for (const line of out.trimEnd().split('\n')) checks.note(line)
  checks.check('timbre demo: every document accepted', status === 0, err)
  return join(cwd, 'demo')
}

/** XML: schema, signatures in their place and cut out, stamps. */
export async function judgeXml(checks: Checks, demo: string, dir: string): Promise<void> {
  if (!hasShared()) {
    const note = '../shared is not there: neither the schemas of the SII nor judge-xml can be asked'
    if (process.env.CI) checks.check('judge-xml', false, note)
    else console.log(`\n*** SKIPPED, XML IS NOT JUDGED: ${note} ***\n`)
    return
  }
  const random = join(dir, 'azar')
  const writer = Bun.spawn([process.execPath, join(import.meta.dir, 'random-envelopes.ts'), random], {
    stdout: 'inherit',
    stderr: 'inherit',
  })
  checks.check('random valid requests become documents', (await writer.exited) === 0)
  countTypes(checks, random)
  const written = [await writeReports(dir), await writeNeighbours(dir), await writeAnswers(dir)]
  await askJudge(checks, [demo, GOLDEN_DIR, random, ...written])
  // Our own judge shares no code with our writer: both must read the formats alike.
  for (const file of readdirSync(random)) {
    const { status, out } = await runToEnd(['validar-xml', join(random, file)])
    checks.check(
      `timbre validar-xml finds nothing in ${file}`,
      status === 0 && out.includes('sin errores'),
      out,
    )
  }
}

/** The random sample has the wanted size, with enough of every type. */
function countTypes(checks: Checks, random: string): void {
  const counts = new Map(TIPOS.map(({ codigo }) => [String(codigo), 0]))
  for (const file of readdirSync(random)) {
    const xml = readFileSync(join(random, file), 'latin1')
    for (const [, tipo] of xml.matchAll(/<TipoDTE>(\d+)</g)) counts.set(tipo!, (counts.get(tipo!) ?? 0) + 1)
  }
  const total = [...counts.values()].reduce((sum, n) => sum + n, 0)
  const few = [...counts].filter(([, n]) => n < COUNTS.randomDocuments / 15)
  checks.note(`random documents: ${total}, ${[...counts].map(([tipo, n]) => `${tipo}: ${n}`).join(', ')}`)
  checks.check(
    `${COUNTS.randomDocuments} random documents over the twelve types`,
    total >= COUNTS.randomDocuments && few.length === 0,
    few,
  )
}

/** Each line of the judge is a check; the thousands of good ones would bury a bad one and are only counted. */
async function askJudge(checks: Checks, folders: readonly string[]): Promise<void> {
  const judge = Bun.spawn([join(SHARED, 'tools/judge-xml'), ...folders], {
    stdout: 'pipe',
    stderr: 'inherit',
  })
  const lines = (await new Response(judge.stdout).text()).trimEnd().split('\n')
  const failed = lines.filter((line) => line.startsWith('FAIL'))
  checks.passed += lines.filter((line) => line.startsWith('ok ')).length
  for (const line of failed) checks.check(line.slice(5), false)
  checks.note(`judge-xml: ${lines.at(-1)}`)
  if ((await judge.exited) !== 0 && !failed.length) checks.check('judge-xml ran to its end', false)
}

/** PDF: every barcode, read from a raster of 300 dots an inch, holds the bytes of the document's TED. */
export async function judgePdfs(checks: Checks, demo: string): Promise<void> {
  for (const pdf of readdirSync(demo).filter((file) => file.endsWith('.pdf'))) {
    const xml = readFileSync(join(demo, pdf.replace(/(-cedible)?\.pdf$/, '.xml')))
    const faults = await judgeBarcode(join(demo, pdf), cutTed(xml))
    checks.check(`${pdf}: its barcode is the TED`, faults.length === 0, faults)
  }
}
