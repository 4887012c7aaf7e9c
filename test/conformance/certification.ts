// The rehearsal of a certification by the built binary: texts that the simulated SII draws from many seeds, in both dialects, to the
// reviewer's verdict; and the evidence that it leaves (areas/certificacion §5, §6).

import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type LeidoZip, leerZip } from '../support/leer-zip'
import { COUNTS } from './counts'
import { runToEnd } from './process/binary'
import type { Report } from './process/check'

const DIALECTOS = ['actual', 'antiguo']

export async function certification(report: Report, dir: string): Promise<void> {
  for (const dialecto of DIALECTOS) {
    const bad: string[] = []
    for (let semilla = 1; semilla <= COUNTS.rehearsalSeeds; semilla++) {
      const { status, out, err } = await runToEnd(rehearsal(semilla, dialecto), {}, { cwd: dir })
      if (status !== 0) bad.push(`${semilla}: ${status} ${out} ${err}`)
    }
    const what = `all sets of ${COUNTS.rehearsalSeeds} seeds end SOK in the dialect ${dialecto}`
    report.check(what, bad.length === 0, bad.slice(0, 3))
  }
  await judgeEvidence(report, dir)
}

const rehearsal = (semilla: number, dialecto: string, more: readonly string[] = []): string[] => [
  ...['certificar', 'ensayo', '--semilla', `${semilla}`, '--dialecto', dialecto],
  ...more,
]

async function judgeEvidence(report: Report, dir: string): Promise<void> {
  const salida = join(dir, 'evidencia')
  const { status, err } = await runToEnd(rehearsal(1, 'actual', ['--salida', salida]), {}, { cwd: dir })
  report.check('a rehearsal saves its evidence', status === 0, err)
  for (const road of ['factura', 'boleta']) {
    const files = leerZip(readFileSync(join(salida, `certificacion-${road}.zip`)))
    report.check(`${road}: SHA256SUMS is of every file beside it`, sums(files) === told(files), told(files))
    const keys = files.filter(({ bytes }) => /PRIVATE KEY|RSASK/.test(bytes.toString('latin1')))
    report.check(
      `${road}: no key is in the evidence`,
      keys.length === 0,
      keys.map(({ nombre }) => nombre),
    )
  }
}

const told = (files: readonly LeidoZip[]): string =>
  files.find(({ nombre }) => nombre === 'SHA256SUMS')?.bytes.toString() ?? ''

const sums = (files: readonly LeidoZip[]): string =>
  files
    .filter(({ nombre }) => nombre !== 'SHA256SUMS')
    .map(({ nombre, bytes }) => `${createHash('sha256').update(bytes).digest('hex')}  ${nombre}\n`)
    .join('')
