// Acceptances (http §27.2): a batch of five hundred documents as a job, and how late the event loop comes meanwhile. The simulator is another
// process, and its time is told apart.

import { join } from 'node:path'
import { factura, RECEPTOR } from '../support/emisor'
import { ask, finished } from './ask'
import { type Company, createCompany } from './company'
import { cpuSeconds, spread } from './measure'
import type { Report } from './report'
import { type AppServer, startApp, startSimulator, withFolder } from './server'
import { reportLag, type Watched, watched } from './watched'

const ROUNDS = 3
const DOCUMENTOS = 500
/** As many documents as a batch of emission takes. */
const LOTE = 100

export const measureAcuse = (report: Report): Promise<void> =>
  withFolder(async (dir) => {
    const simulator = await startSimulator({ judgeAfterMs: 0 })
    const app = await startApp({ path: join(dir, 'timbre.db'), simuladorUrl: simulator.url, jobs: 'now' })
    const [seller, buyer] = [await createCompany(app.url, 0), await createCompany(app.url, 1)]
    await sell(app, seller, buyer, ROUNDS * DOCUMENTOS)
    const rounds: Watched[] = []
    const server: number[] = []
    const sii: number[] = []
    for (let round = 0; round < ROUNDS; round++) {
      const before = { server: cpuSeconds(app.pid), sii: cpuSeconds(simulator.pid) }
      rounds.push(await watched(app, () => accept(app, seller, buyer, round * DOCUMENTOS)))
      server.push(cpuSeconds(app.pid) - before.server)
      sii.push(cpuSeconds(simulator.pid) - before.sii)
    }
    await app.stop()
    await simulator.stop()
    const seconds = rounds.map(({ ms }) => ms / 1000)
    report.figure('acuse_500_s', 'a batch of 500 acceptances, s', spread(seconds))
    report.figure('acuse_500_server_cpu_s', 'of which the server computes, s', spread(server))
    report.figure('acuse_500_simulator_cpu_s', 'and the simulator, s', spread(sii))
    reportLag(report, 'acuse', { 'a batch': rounds })
  })

/** Invoices on credit, all of them accepted by the SII. */
async function sell(app: AppServer, seller: Company, buyer: Company, count: number): Promise<void> {
  const body = factura({ forma_pago: 2, receptor: { ...RECEPTOR, rut: buyer.rut } })
  for (let i = 0; i < count; i += LOTE)
    await ask(app, seller, 'POST', '/v1/dte/emitir/lote', { documentos: Array(LOTE).fill(body) })
  type Page = { paginacion: { total: number } }
  for (;;) {
    const answer = await ask(app, seller, 'GET', '/v1/documentos?limite=1&estado_sii=aceptado')
    if (((await answer.json()) as Page).paginacion.total === count) return
    await Bun.sleep(100)
  }
}

/** Has the invoices after folio `last` accepted. */
async function accept(app: AppServer, seller: Company, buyer: Company, last: number): Promise<void> {
  const folios = Array.from({ length: DOCUMENTOS }, (_, i) => last + i + 1)
  const documentos = folios.map((folio) => ({ rut_emisor: seller.rut, tipo_dte: 33, folio }))
  const queued = await ask(app, buyer, 'POST', '/v1/dte/acuse/lote', { accion: 'ACD', documentos })
  const { job_id } = ((await queued.json()) as { data: { job_id: string } }).data
  const result = await finished<{ registrados: number }>(app, buyer, '/v1/dte/acuse', job_id)
  if (result.registrados !== DOCUMENTOS) throw new Error(`registered: ${result.registrados}`)
}
