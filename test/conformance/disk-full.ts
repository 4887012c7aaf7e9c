// The disk full under the built server: documents are refused with 503 QUEUE_UNAVAILABLE and nothing of them remains, what
// was accepted before waits, and all goes on when there is room again (http §7–8). Needs the right to mount a tmpfs.

import { Database } from 'bun:sqlite'
import { closeSync, mkdirSync, openSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { serve, simulador, withFolder } from './process/binary'
import { type Report, runAlone, until } from './process/check'
import { type Answer, ask, createOrders, type Order, openCompany, place } from './process/client'
import { checkLedger, settled } from './process/ledger'
import { mountTmpfs } from './process/mount'
import { openTap } from './process/tap'

const TIPOS = [33, 34, 39, 41, 56, 61]
/** How long the server has to bear it: longer than the pause after a storage fault and a heartbeat of the queue. */
const FULL_MS = 18_000

/** Writes a file until the disk takes not one byte more. */
function fill(file: string): void {
  const handle = openSync(file, 'w')
  for (let size = 1 << 20; size >= 1; size >>= 2) {
    const chunk = new Uint8Array(size)
    try {
      for (;;) if (writeSync(handle, chunk) < size) break
    } catch {
      // Full for chunks of this size.
    }
  }
  closeSync(handle)
}

/** Fills the disk of a server, looks at what it does, and makes room again. */
export async function diskFull(checks: Report): Promise<void> {
  await withFolder(async (root) => {
    const disk = join(root, 'disco')
    mkdirSync(disk)
    const unmount = mountTmpfs(disk, 'size=32m')
    if (!unmount) return checks.note('not tried, for it needs root: a full disk')
    const sim = await simulador(join(root, 'sii'))
    const tap = openTap(() => sim.url)
    const dir = join(disk, 'datos')
    const server = await serve(dir, tap.url)
    try {
      const key = await openCompany(server.url, TIPOS, 1000)
      const source = createOrders('lleno')
      const orders: Order[] = Array.from({ length: 16 }, source.next)
      for (const order of orders) await place(server.url, key, order)
      const scene = { url: server.url, key, simuladorUrl: sim.url, orders }
      checks.check('before: all accepted by the SII', await settled(scene, 90_000))

      // The disk is full at the worst moment: the SII has an envelope, its answer is on the way and cannot be recorded.
      const filler = join(disk, 'relleno')
      const full = Promise.withResolvers<void>()
      tap.act = (point, service) => {
        if (point !== 'after' || service !== 'envio') return
        fill(filler)
        full.resolve()
      }
      const before = Array.from({ length: 8 }, source.next)
      orders.push(...before)
      for (const order of before) await place(server.url, key, order)
      await full.promise
      const refused: Answer[] = []
      // The log of the database has room of its own for a while.
      const end = Date.now() + FULL_MS
      while (Date.now() < end) {
        const order = source.next()
        orders.push(order)
        const answer = await place(server.url, key, order)
        if (answer?.status === 503) refused.push(answer)
        await Bun.sleep(refused.length ? 500 : 5)
      }
      const taken = orders.filter(({ accepted }) => accepted).length
      checks.check('full: documents are refused with 503', refused.length > 0)
      const codes = [...new Set(refused.map(({ body }) => body.code))]
      checks.check('full: the code is QUEUE_UNAVAILABLE', codes.join() === 'QUEUE_UNAVAILABLE', codes)
      checks.check(
        'full: Retry-After is 5',
        refused.every(({ headers }) => headers.get('retry-after') === '5'),
      )
      const listo = await ask('GET', `${server.url}/listo`)
      checks.check('full: /listo says 503', listo.status === 503, listo)
      checks.check('full: /salud says 200', (await ask('GET', `${server.url}/salud`)).status === 200)
      const list = await ask('GET', `${server.url}/v1/documentos`, key)
      checks.check(
        'full: what is there can be read',
        list.status === 200 && list.body.paginacion.total === taken,
        list.body,
      )

      tap.act = () => {}
      rmSync(filler)
      const ready = await until(async () => (await ask('GET', `${server.url}/listo`)).status === 200, 10_000)
      checks.check('room again: /listo says 200', ready)
      for (const order of orders) if (!order.accepted) await place(server.url, key, order)
      checks.check(
        'room again: what was refused is accepted with the same keys',
        orders.every(({ accepted }) => accepted),
      )
      checks.check('room again: nothing waits any more', await settled(scene, 150_000))
      await checkLedger(checks, scene)
      checks.note(`${taken} documents were accepted before the disk was full, then ${refused.length} refused`)
      server.signal('SIGTERM')
      checks.check('the server ends well', (await server.exited) === 0)
      await stoppedFull(checks, { dir, filler, key, orders, source, simuladorUrl: sim.url })
      const db = new Database(join(dir, 'timbre.db'))
      const { integrity_check: integrity } = db.query('PRAGMA integrity_check').get() as Record<
        string,
        string
      >
      checks.check('the database is whole', integrity === 'ok', integrity)
      db.close()
    } finally {
      await server.kill()
      await tap.stop()
      await sim.kill()
      unmount()
    }
  })
}

interface Stopped {
  dir: string
  filler: string
  key: Record<string, string>
  orders: Order[]
  source: ReturnType<typeof createOrders>
  simuladorUrl: string
}

/** Ends a server whose log finds no room in the database, and starts it with room again. */
async function stoppedFull(
  checks: Report,
  { dir, filler, key, orders, source, simuladorUrl }: Stopped,
): Promise<void> {
  let server = await serve(dir, simuladorUrl)
  try {
    const more = Array.from({ length: 24 }, source.next)
    orders.push(...more)
    for (const order of more) await place(server.url, key, order)
    fill(filler)
    server.signal('SIGTERM')
    await server.exited
    rmSync(filler)
    server = await serve(dir, simuladorUrl)
    const scene = { url: server.url, key, simuladorUrl, orders }
    checks.check('stopped while full: starts again and issues what it had', await settled(scene, 90_000))
    server.signal('SIGTERM')
    checks.check('and ends well', (await server.exited) === 0)
  } finally {
    await server.kill()
  }
}

if (import.meta.main) await runAlone('a full disk', diskFull)
