// Reading strangers' files: an invoice of ten pages on its thread, and how late the event loop comes meanwhile.

import { createExtractor } from '../../src/extraccion'
import { drawPdf } from '../support/extraccion/draw'
import { median } from './measure'
import type { Report } from './report'

const ROUNDS = 15
const LINEAS = 48

/** Ten pages of items, the total on the last. */
const paper = (): string =>
  Array.from({ length: 10 }, (_, page) =>
    [
      page === 0
        ? '# Blue Harbor Cloud LLC\nInvoice number: INV-2231\nInvoice date: November 5, 2026\nDescription'
        : '',
      ...Array.from(
        { length: LINEAS },
        (_, i) => `Instance ${page}-${i} of a region far away        ${i + 1}        $12.34        $1,234.56`,
      ),
      page === 9 ? 'Total USD        $592,588.80' : '',
    ].join('\n'),
  ).join('\f')

/** How late turns of the loop come, in milliseconds, until it is stopped. */
function watchLag(): () => number[] {
  const late: number[] = []
  let running = true
  let due = performance.now() + 1
  const turn = (): void => {
    const now = performance.now()
    late.push(Math.max(0, now - due))
    due = now + 1
    if (running) setTimeout(turn, 1)
  }
  setTimeout(turn, 1)
  return () => {
    running = false
    return late.sort((a, b) => a - b)
  }
}

export async function measureExtraccion(report: Report): Promise<void> {
  const extractor = createExtractor()
  const bytes = await drawPdf(paper())
  const read = async (): Promise<number> => {
    const start = performance.now()
    const { propuesta } = await extractor.extraer({ bytes, nombre: 'a.pdf', tipo: null })
    if (propuesta.monto !== '592588.80') throw new Error(`read as ${propuesta.monto}`)
    return performance.now() - start
  }
  const first = await read()
  const before = process.memoryUsage.rss()
  const stop = watchLag()
  const times: number[] = []
  for (let i = 0; i < ROUNDS; i++) times.push(await read())
  const late = stop()
  report.figure('extraccion_first_ms', 'ten pages, the thread started for it, ms', first)
  report.target('extraccion_ten_pages_ms', 'ten pages, ms', median(times), '<', 2000)
  report.target(
    'extraccion_lag_p99_ms',
    'event-loop lag meanwhile, p99, ms',
    late[Math.floor(late.length * 0.99)]!,
    '<',
    15,
  )
  report.target('extraccion_lag_max_ms', 'its longest, ms', late.at(-1)!, '<', 50)
  report.figure(
    'extraccion_growth_mb',
    `memory after ${ROUNDS} of them, MB more`,
    (process.memoryUsage.rss() - before) / 1e6,
  )
}
