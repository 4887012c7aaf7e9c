import { describe, expect, test } from 'bun:test'
import { join } from 'node:path'
import { tempDir } from '../store/temp-dir'
import { pairs } from './measure'
import { createReport, publish } from './report'

async function published(values: { rate: number; ratio: number }) {
  const report = createReport()
  report.group('Intake')
  report.figure('rate_per_s', 'requests', values.rate)
  report.target('rate_ratio', 'against the rest', pairs([1, values.ratio * 2, 60], [2, 2, 2]), '>=', 2)
  report.target('lag_ms', 'lag, ms', 5, '<', 8)
  report.note('A remark.')
  const file = join(tempDir(), 'dist', 'bench.json')
  const lines: string[] = []
  const status = await publish(report, { seconds: 7 }, file, (line) => lines.push(line))
  return { status, lines, json: await Bun.file(file).json() }
}

describe('the end of a bench', () => {
  test('is status 1 when a target was missed, once the table is printed and the file written', async () => {
    const { status, lines, json } = await published({ rate: 1234.5, ratio: 1.5 })
    expect(status).toBe(1)
    expect(lines.join('\n')).toMatch(/against the rest +1\.500 +0\.500 to 30\.00 +>= 2\.000 +NOT MET/)
    expect(lines.join('\n')).toMatch(/lag, ms +5\.000 +< 8\.000 +met/)
    expect(lines.at(-1)).toBe('The same in dist/bench.json; 1 targets missed.')
    expect(json).toEqual({
      rate_per_s: 1234.5,
      rate_ratio: 1.5,
      lag_ms: 5,
      spreads: { rate_ratio: [0.5, 30] },
      targets_met: { rate_ratio: false, lag_ms: true },
      targets_missed: 1,
      seconds: 7,
    })
  })

  test('is status 0 when all were met', async () => {
    const { status, lines, json } = await published({ rate: 10, ratio: 2 })
    expect(status).toBe(0)
    expect(lines.at(-1)).toBe('The same in dist/bench.json; every target met.')
    expect(json).toMatchObject({ targets_missed: 0, targets_met: { rate_ratio: true } })
  })
})
