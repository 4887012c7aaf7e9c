// The register of purchases and sales (domain/rcv): a month of twenty thousand purchases brought in as a file and read at the SII, what is
// made of it, and how late the event loop comes meanwhile; then a year. The simulator is another process, and its time is told apart.

import { join } from 'node:path'
import { chileDate } from '../../src/domain/fecha'
import { openDatabase } from '../../src/store/driver'
import { ask, finished } from './ask'
import { type Company, createCompany } from './company'
import { cpuSeconds, median } from './measure'
import { notes, purchases, register } from './register-rows'
import type { Report } from './report'
import {
  type AppServer,
  type Load,
  type SimulatorServer,
  startApp,
  startSimulator,
  withFolder,
} from './server'
import { reportLag, type Watched, watched } from './watched'

const ROWS = 20_000
const NOTES = 2000
const MONTHS = 12
const A_MONTH = 5000
const ROUNDS = 3
const PAGES = 200
/** Milliseconds. */
const IMPORT = 3000
const LINKS = 2000
const PAGE = 20

export const measureRegister = (report: Report, load: Load): Promise<void> =>
  withFolder(async (dir) => {
    const ledger = join(dir, 'simulador.db')
    const simulator = await startSimulator({ judgeAfterMs: 0, path: ledger })
    const app = await startApp({ path: join(dir, 'timbre.db'), simuladorUrl: simulator.url, jobs: 'now' })
    const db = openDatabase(ledger)
    const months = monthsBefore(MONTHS + 1)
    const found: Record<string, Watched[]> = {}
    const noted = async (name: string, work: () => Promise<unknown>): Promise<void> => {
      const one = await watched(app, work)
      if (process.env.BENCH_DETAIL) console.error(name.padEnd(30), JSON.stringify(one))
      found[name] = [...(found[name] ?? []), one]
    }

    let last: Company | null = null
    for (let round = 0; round < ROUNDS; round++) {
      // A company of its own: what is there already is written faster, or not at all.
      const company = await createCompany(app.url, round)
      await readMonth(app, company, months[0]!, noted)
      const other = await createCompany(app.url, ROUNDS + round)
      register(db, other, months[0]!, ROWS)
      await settings(simulator, { rcv_maximo: round === 0 ? 500 : 1_000_000 })
      await noted(round === 0 ? 'sync as a file' : 'sync', () => sync(app, other, months[0]!, ROWS))
      await simulator.requests()
      await noted('sync again', () => sync(app, other, months[0]!, ROWS))
      last = company
    }
    const again = await simulator.requests()
    const page = await load.run({
      url: app.url,
      path: `/v1/rcv/${months[0]}?tipo=compra&limite=25`,
      post: false,
      apiKey: last!.apiKey,
      connections: 1,
      requests: PAGES,
    })

    const year = await createCompany(app.url, 2 * ROUNDS)
    for (let i = 0; i < MONTHS; i++) register(db, year, months[i + 1]!, A_MONTH, 1 + i * A_MONTH)
    await settings(simulator, { rcv_maximo: 1_000_000 })
    const before = { server: cpuSeconds(app.pid), simulator: cpuSeconds(simulator.pid) }
    await noted('a year', async () => {
      await Promise.all(months.slice(1).map((month) => sync(app, year, month, A_MONTH)))
    })
    const used = {
      server: cpuSeconds(app.pid) - before.server,
      simulator: cpuSeconds(simulator.pid) - before.simulator,
    }
    db.close()
    await app.stop()
    await simulator.stop()

    const ms = (name: string): number => median(found[name]!.map((one) => one.ms))
    report.target('rcv_import_20000_ms', 'import of a file of 20,000 rows, ms', ms('import'), '<=', IMPORT)
    report.target('rcv_links_2000_ms', '2,000 notes more, and their links, ms', ms('links'), '<=', LINKS)
    report.target('rcv_page_p99_ms', 'first page of the 22,000, p99, ms', page.p99Ms, '<=', PAGE)
    report.figure('rcv_sync_20000_ms', 'reading 20,000 rows at the SII, ms', ms('sync'))
    report.figure(
      'rcv_sync_file_20000_ms',
      'the same as a file, the SII’s wait in it, ms',
      ms('sync as a file'),
    )
    report.target(
      'rcv_sync_again_details',
      'details asked for when nothing changed',
      Object.entries(again).reduce(
        (n, [name, count]) => n + (/^getResumen$|^CAut|^siihome/.test(name) ? 0 : count),
        0,
      ),
      '<=',
      0,
    )
    report.figure('rcv_sync_again_summaries', 'summaries asked for then', again.getResumen ?? 0)
    for (const name of ['f29', 'csv', 'book', 'zip'])
      report.figure(`rcv_${name}_ms`, `${PARTS[name]} of it, ms`, ms(name))
    report.figure('rcv_year_s', 'a year of 12 × 5,000 rows, s', ms('a year') / 1000)
    report.figure('rcv_year_server_cpu_s', 'of which the server computes, s', used.server)
    report.figure('rcv_year_simulator_cpu_s', 'and the simulator, s', used.simulator)
    reportLag(report, 'rcv', found)
  })

const PARTS: Record<string, string> = {
  f29: 'F29',
  csv: 'CSV as the SII gives it',
  book: 'book',
  zip: 'the month as ZIP',
}

/** Months before the present one, newest first: `YYYYMM`. */
function monthsBefore(count: number): string[] {
  const [year, month] = chileDate(new Date()).split('-').map(Number) as [number, number]
  return Array.from({ length: count }, (_, i) => {
    const at = new Date(Date.UTC(year, month - 2 - i, 1))
    return at.toISOString().slice(0, 7).replace('-', '')
  })
}

const read = async (app: AppServer, company: Company, path: string): Promise<unknown> =>
  (await ask(app, company, 'GET', path)).arrayBuffer()

/** A month brought in as a file, then notes with their links, then all that is made of it. */
async function readMonth(
  app: AppServer,
  company: Company,
  month: string,
  noted: (name: string, work: () => Promise<unknown>) => Promise<void>,
): Promise<void> {
  const bring = async (text: string, query = ''): Promise<void> => {
    const body = { archivo_base64: Buffer.from(text).toString('base64') }
    await ask(app, company, 'POST', `/v1/rcv/${month}/importar${query}`, body)
  }
  const [all, more] = [purchases(month, ROWS), notes(month, NOTES)]
  await noted('import', () => bring(all))
  await noted('links', () => bring(more, '?modo=agregar'))
  await noted('f29', () => read(app, company, `/v1/rcv/${month}/f29`))
  await noted('csv', () => read(app, company, `/v1/rcv/${month}?formato=csv&tipo=compra&estado=REGISTRO`))
  await noted('book', () => read(app, company, `/v1/libros/compras/${month}?formato=csv`))
  await noted('zip', () => read(app, company, `/v1/libros/paquete/${month}`))
}

/** Has a month read at the SII, all `count` rows of it. */
async function sync(app: AppServer, company: Company, month: string, count: number): Promise<void> {
  const queued = await ask(app, company, 'POST', `/v1/rcv/${month}/sync?esperar=0`, {})
  const { job_id } = ((await queued.json()) as { data: { job_id: string } }).data
  type Result = { estado: string; compras: { documentos: number } }
  const result = await finished<Result>(app, company, '/v1/rcv', job_id)
  if (result.estado !== 'sincronizado' || result.compras.documentos !== count)
    throw new Error(`the reading of ${month}: ${JSON.stringify(result)}`)
}

async function settings(simulator: SimulatorServer, ajustes: object): Promise<void> {
  const answer = await fetch(`${simulator.url}/simulador/ajustes`, {
    method: 'PUT',
    body: JSON.stringify(ajustes),
  })
  if (!answer.ok) throw new Error(await answer.text())
}
