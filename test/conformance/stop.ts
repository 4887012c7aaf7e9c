// SIGTERM to the built server under load (http §23): it stops accepting, finishes or gives back its jobs within
// twenty seconds and ends with 0; a second SIGTERM ends it at once; nothing of either is lost.

import { join } from 'node:path'
import { type Running, serve, simulador, withFolder } from './process/binary'
import { type Report, runAlone, until } from './process/check'
import { createOrders, type Order, openCompany, place } from './process/client'
import { checkLedger, settled } from './process/ledger'
import { openTap } from './process/tap'

const TIPOS = [33, 34, 39, 41, 56, 61]
const CONNECTIONS = 6
const GRACE_MS = 20_000

/** Posts orders from several connections until the server takes none any more. */
async function load(server: Running, key: Record<string, string>, next: () => Order): Promise<Order[]> {
  const orders: Order[] = []
  const connection = async (): Promise<void> => {
    for (;;) {
      const order = next()
      orders.push(order)
      if (!(await place(server.url, key, order))) return
      await Bun.sleep(20)
    }
  }
  await Promise.all(Array.from({ length: CONNECTIONS }, connection))
  return orders
}

/** How long the process still lived and with what status it ended. */
async function ending(server: Running): Promise<{ ms: number; status: number }> {
  const begin = performance.now()
  const status = await server.exited
  return { ms: Math.round(performance.now() - begin), status }
}

/** Four lives of one data folder, three of them ended by SIGTERM at a bad moment. */
export async function stop(checks: Report): Promise<void> {
  await withFolder(async (root) => {
    const sim = await simulador(join(root, 'sii'))
    const tap = openTap(() => sim.url)
    const dir = join(root, 'datos')
    const orders: Order[] = []
    const { next } = createOrders('alto')
    let uploading = 0
    /** An exchange that hangs until the end of the test, or until the client goes away. */
    let uploadMs = 2000
    tap.act = async (point, service) => {
      if (point !== 'before' || service !== 'envio') return
      uploading++
      await Bun.sleep(uploadMs)
      if (uploadMs > GRACE_MS) throw new Error('never answered')
    }
    try {
      let server = await serve(dir, tap.url)
      const key = await openCompany(server.url, TIPOS, 2000)

      // Uploads of two seconds: there is time for them to end.
      let loading = load(server, key, next)
      await until(() => uploading >= 2, 10_000, 20)
      server.signal('SIGTERM')
      const slow = await ending(server)
      orders.push(...(await loading))
      checks.check('under load, uploads of 2 s: status 0', slow.status === 0, slow)
      checks.check('under load, uploads of 2 s: within 20 s', slow.ms < GRACE_MS, slow)
      const faults = server.logs.filter(({ level }) => level === 'error')
      checks.check('under load, uploads of 2 s: no error in the log', faults.length === 0, faults)
      checks.note(`ended after ${slow.ms} ms`)

      // Uploads that never end: the jobs are given back.
      uploadMs = 60_000
      uploading = 0
      server = await serve(dir, tap.url)
      loading = load(server, key, next)
      await until(() => uploading >= 1, 10_000, 20)
      server.signal('SIGTERM')
      const stuck = await ending(server)
      orders.push(...(await loading))
      checks.check('with an upload that hangs: status 0', stuck.status === 0, stuck)
      checks.check('with an upload that hangs: within 20 s', stuck.ms < GRACE_MS, stuck)
      checks.note(`ended after ${stuck.ms} ms`)

      // A person who does not want to wait.
      uploading = 0
      server = await serve(dir, tap.url)
      loading = load(server, key, next)
      await until(() => uploading >= 1, 10_000, 20)
      server.signal('SIGTERM')
      await Bun.sleep(300)
      server.signal('SIGTERM')
      const second = await ending(server)
      orders.push(...(await loading))
      checks.check('a second SIGTERM ends it at once', second.ms < 1000, second)
      checks.note(`ended after ${second.ms} ms with status ${second.status}`)

      tap.act = () => {}
      server = await serve(dir, tap.url)
      for (const order of orders) if (!order.accepted) await place(server.url, key, order)
      const scene = { url: server.url, key, simuladorUrl: sim.url, orders }
      checks.check('afterwards nothing waits any more', await settled(scene, 150_000))
      await checkLedger(checks, scene)
      server.signal('SIGTERM')
      const idle = await ending(server)
      checks.check('an idle server ends within a second', idle.status === 0 && idle.ms < 1000, idle)
    } finally {
      await tap.stop()
      await sim.kill()
    }
  })
}

if (import.meta.main) await runAlone('SIGTERM under load', stop)
