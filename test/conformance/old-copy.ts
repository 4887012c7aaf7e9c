// An old backup comes back in the place of a newer database, by `restaurar` and by hand, after a kill -9 and with documents in
// it that were taken and not sent: what is issued then has folios that the SII did not have, each once (http §18). The
// simulator runs in a process of its own, or its memory would come back with the backup.

import { copyFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { type Running, runToEnd, serve, simulador, withFolder } from './process/binary'
import { type Report, runAlone, until } from './process/check'
import {
  ask,
  createPlainOrders,
  type Json,
  type Order,
  openCompany,
  place,
  RUT_EMISOR,
} from './process/client'
import { settled } from './process/ledger'

const TIPOS = [33, 39]
const N = 10

/** Every arrival at the SII, as `tipo/folio`. */
async function arrivals(simuladorUrl: string): Promise<string[]> {
  const { documentos } = (await ask('GET', `${simuladorUrl}/simulador/libro?rut=${RUT_EMISOR}`)).body.data
  return documentos.map(({ tipo_dte, folio }: Json) => `${tipo_dte}/${folio}`)
}

const nameOf = ({ accepted }: Order): string => `${accepted!.tipo}/${accepted!.folio}`

export async function oldCopy(checks: Report): Promise<void> {
  await withFolder(async (root) => {
    const [sim, dir, backup] = [
      await simulador(join(root, 'sii')),
      join(root, 'datos'),
      join(root, 'copia.db'),
    ]
    const db = join(dir, 'timbre.db')
    const served: Running[] = []
    try {
      const serveIt = async (): Promise<Running> => {
        const started = await serve(dir, sim.url)
        served.push(started)
        return started
      }
      let server = await serveIt()
      const key = await openCompany(server.url, TIPOS, 500)
      const next = createPlainOrders('copia')
      const issue = async (n: number): Promise<Order[]> => {
        const orders = Array.from({ length: n }, next)
        for (const order of orders) {
          const done = await until(async () => (await place(server.url, key, order))?.status === 202, 30_000)
          if (!done) throw new Error(`${order.key} was not accepted`)
        }
        return orders
      }
      const peace = (orders: Order[]) =>
        settled({ url: server.url, key, simuladorUrl: sim.url, orders }, 120_000)

      checks.check('what was issued before the backup has its verdict', await peace(await issue(N)))
      // Taken, not sent: the backup holds them so, and they leave after it.
      await ask('POST', `${sim.url}/simulador/fallas`, {}, { servicio: 'todos', falla: 'http_503' })
      // Two of them signed, and the two behind them not even that: they wait for the way to be tried again.
      const tried = await issue(2)
      const faulted = (order: Order) => async (): Promise<boolean> => {
        const { body } = await ask('GET', `${server.url}/v1/dte/emision/${order.accepted!.jobId}`, key)
        return body.data.error != null
      }
      for (const order of tried)
        checks.check('the SII is away from what the copy holds', await until(faulted(order), 30_000))
      const held = [...tried, ...(await issue(2))]
      const made = await runToEnd(['respaldo', backup, '--data', dir])
      checks.check('the backup is made', made.status === 0, made.err)
      await ask('DELETE', `${sim.url}/simulador/fallas`)
      checks.check('what the backup holds as taken left after it', await peace(await issue(N)))

      for (const way of ['by hand', 'restaurar', 'by hand'] as const) {
        await server.kill()
        if (way === 'restaurar') {
          const restored = await runToEnd(['restaurar', backup, '--data', dir])
          checks.check('restaurar says that folios are por conciliar', restored.err.includes('por conciliar'))
        } else {
          for (const end of ['-wal', '-shm']) rmSync(db + end, { force: true })
          copyFileSync(backup, db)
        }
        const before = new Set(await arrivals(sim.url))
        server = await serveIt()
        const fresh = await issue(N)
        const stopped = await until(async () => (await waiting(server, key)) === 0, 120_000)
        checks.check(`${way}: nothing waits any more`, stopped)
        const now = await arrivals(sim.url)
        const again = fresh.map(nameOf).filter((name) => before.has(name))
        checks.check(`${way}: all ten have folios that the SII did not have`, again.length === 0, again)
        const twice = now.filter((name, i) => now.indexOf(name) !== i)
        checks.check(`${way}: every folio came to the SII once`, twice.length === 0, twice)
        const missing = fresh.map(nameOf).filter((name) => !now.includes(name))
        checks.check(`${way}: every new document is there`, missing.length === 0, missing)
        const verdicts = await Promise.all(
          fresh.map(async (order) => {
            const { body } = await ask('GET', `${server.url}/v1/documentos/${nameOf(order)}`, key)
            return body.data.estado_sii as string
          }),
        )
        checks.check(
          `${way}: and is accepted`,
          verdicts.every((v) => v === 'aceptado'),
          verdicts,
        )
        // Those signed by then are what the SII has, and end as sent; of the others none is signed anew.
        const fates = await Promise.all(
          held.map(async ({ accepted }) => {
            const job = (await ask('GET', `${server.url}/v1/dte/emision/${accepted!.jobId}`, key)).body.data
            if (job.estado !== 'completed') return job.error?.code ?? job.estado
            const { tipo, folio } = accepted!
            return (await ask('GET', `${server.url}/v1/documentos/${tipo}/${folio}`, key)).body.data
              .estado_sii
          }),
        )
        checks.check(
          `${way}: what the copy held unsent stops, saying why, or is what the SII has`,
          fates.every((fate) => fate === 'CONFLICT' || fate === 'aceptado') && fates.includes('CONFLICT'),
          fates,
        )
        const sound = await runToEnd(['verificar', '--data', dir])
        checks.check(`${way}: verificar finds the database sound`, sound.status === 0, sound.out)
      }
    } finally {
      for (const server of served) await server.kill()
      await sim.kill()
    }
  })
}

/** Jobs that have not ended. */
async function waiting({ url }: Running, key: Record<string, string>): Promise<number> {
  const total = async (query: string): Promise<number> =>
    (await ask('GET', `${url}/v1/documentos?limite=1&${query}`, key)).body.paginacion.total
  const open = await total('estado=pending,processing')
  return open + (await total('estado=completed&estado_sii=enviado,en_proceso'))
}

if (import.meta.main) await runAlone('an old backup in the place of a newer database', oldCopy)
