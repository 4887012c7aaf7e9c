// kill -9 of the built server between the commit of an event and its delivery: every event arrives at least once, always under
// the same id, with the same bytes and a good signature (http §12.3). `deliveries.ts [ROUNDS] [SEED]`.

import { createHmac } from 'node:crypto'
import { join } from 'node:path'
import { COUNTS } from './counts'
import { serve, simulador, withFolder } from './process/binary'
import { type Report, runAlone, seeded, until } from './process/check'
import { ask, createOrders, type Json, type Order, openCompany, place } from './process/client'
import { readDead } from './process/steps'

const TIPOS = [33, 34, 39, 41, 56, 61]
const ORDERS_A_ROUND = 20
/** The time limit of a round for its documents, and then for its moment. */
const ROUND_MS = 60_000

interface Received {
  evento: string
  entrega: string
  intento: string
  jobId: string
  body: string
  signed: boolean
}

/** When a life ends: before the receiver answers the first delivery, just after it answered one, or at any moment among them. */
const MOMENTS = ['before the first answer', 'after an answer', 'amid deliveries'] as const

/** A receiver that keeps what comes; `act` may take its time before the answer leaves. */
function openReceiver(secret: () => string) {
  const received: Received[] = []
  const self = {
    received,
    act: async (_count: number): Promise<void> => {},
    url: '',
    stop: () => server.stop(true),
  }
  const server = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    async fetch(request) {
      const body = await request.text()
      const header = (name: string): string => request.headers.get(name) ?? ''
      const signature = `sha256=${createHmac('sha256', secret()).update(body).digest('hex')}`
      received.push({
        evento: header('webhook-id'),
        entrega: header('x-service-delivery'),
        intento: header('x-service-attempt'),
        jobId: (JSON.parse(body) as Json).data.job_id,
        body,
        signed: header('x-webhook-signature') === signature,
      })
      await self.act(received.length)
      return new Response('gracias')
    },
  })
  self.url = `http://127.0.0.1:${server.port}/hook`
  return self
}

/** Events of a dead server that are on its disk and not yet delivered. */
const UNDELIVERED = "SELECT count(*) AS n FROM job WHERE kind = 'webhook.entregar' AND estado <> 'completed'"

/** Documents that are not yet at the SII. */
const waiting = async (url: string, key: Record<string, string>): Promise<number> =>
  (await ask('GET', `${url}/v1/documentos?limite=1&estado=pending,processing`, key)).body.paginacion.total

/** The values of a list under each key, when there are several where one is wanted. */
function severalOf<T>(list: readonly T[], key: (one: T) => string, value: (one: T) => string): string[] {
  return [...Map.groupBy(list, key)]
    .map(([name, group]) => [name, new Set(group.map(value)).size] as const)
    .filter(([, size]) => size > 1)
    .map(([name]) => name)
}

/** The whole trial: `rounds` lives ended by kill -9, then one in peace, then what arrived is compared with what was accepted. */
export async function deliveries(checks: Report, rounds = COUNTS.deliveryLives, seed = 4): Promise<void> {
  await withFolder(async (root) => {
    const random = seeded(seed)
    const sim = await simulador(join(root, 'sii'))
    const dir = join(root, 'datos')
    let secret = ''
    const receiver = openReceiver(() => secret)
    try {
      const first = await serve(dir, sim.url)
      const key = await openCompany(first.url, TIPOS, 1000)
      const hook = { url: receiver.url, eventos: ['dte.emitido'] }
      const registered = await ask('POST', `${first.url}/v1/webhooks`, key, hook)
      checks.check('the webhook is registered', registered.status === 201, registered.body)
      secret = registered.body.data.secreto
      await first.kill()

      const source = createOrders('entrega')
      const orders: Order[] = []
      let undelivered = 0
      let hit = 0
      for (let i = 0; i < rounds; i++) {
        const moment = MOMENTS[i % MOMENTS.length]!
        const server = await serve(dir, sim.url)
        const end = Promise.withResolvers<boolean>()
        const die = async (came: boolean): Promise<void> => {
          await server.kill()
          receiver.act = async () => {}
          end.resolve(came)
        }
        // The receiver holds the first delivery until every document of the round is at the SII: what is lost then is no
        // answer of the SII, whose pauses are not tried here, and the other events wait on the disk.
        const open = Promise.withResolvers<void>()
        receiver.act = () => open.promise
        const fresh = Array.from({ length: ORDERS_A_ROUND }, source.next)
        orders.push(...fresh)
        await Promise.all(fresh.map((order) => place(server.url, key, order)))
        const settled = await until(async () => (await waiting(server.url, key)) === 0, ROUND_MS, 20)
        const late = setTimeout(() => void die(false), ROUND_MS)
        const nth = receiver.received.length + Math.floor(random() * ORDERS_A_ROUND)
        if (moment === 'before the first answer') void die(settled)
        else if (moment === 'after an answer')
          receiver.act = async (count) => {
            if (count >= nth) setImmediate(() => void die(settled))
          }
        else {
          receiver.act = async () => {}
          setTimeout(() => void die(settled), random() * 60)
        }
        open.resolve()
        if (await end.promise) hit++
        clearTimeout(late)
        undelivered += readDead<{ n: number }>(dir, UNDELIVERED)[0]!.n
      }
      checks.check('servers died with events on the disk that nobody had', undelivered > 0, undelivered)
      checks.check('all of them at the wanted moment', hit === rounds, `${hit} of ${rounds}`)

      const server = await serve(dir, sim.url)
      const accepted = await until(async () => {
        for (const order of orders) if (!order.accepted) await place(server.url, key, order)
        return orders.every((order) => order.accepted)
      }, 15_000)
      checks.check('every order was answered 202 in the end', accepted)
      const jobs = orders.map((order) => order.accepted!.jobId)
      const arrived = (): Set<string> => new Set(receiver.received.map(({ jobId }) => jobId))
      const all = await until(() => jobs.every((id) => arrived().has(id)), 60_000)
      const missing = jobs.filter((id) => !arrived().has(id))
      checks.check('every event arrived', all, missing)
      const { received } = receiver
      const known = new Set(jobs)
      const invented = received.filter(({ jobId }) => !known.has(jobId))
      checks.check('and no other', invented.length === 0, invented)
      const byEvent = ({ evento }: Received): string => evento
      const byJob = ({ jobId }: Received): string => jobId
      const renamed = severalOf(received, byJob, byEvent)
      checks.check('each under one id, however often it came', renamed.length === 0, renamed)
      const delivered = severalOf(received, byEvent, ({ entrega }) => entrega)
      checks.check('and as one delivery', delivered.length === 0, delivered)
      const rebuilt = severalOf(received, byEvent, ({ body }) => body)
      checks.check('with the same bytes each time', rebuilt.length === 0, rebuilt)
      // Its receiver refuses nothing: whatever came again was interrupted by a death, which is no attempt (http §7).
      const recounted = received.filter(({ intento }) => Number(intento) !== 1)
      checks.check('every one as the first attempt', recounted.length === 0, recounted)
      checks.check(
        'and a good signature',
        received.every(({ signed }) => signed),
      )
      const repeated = received.length - arrived().size
      checks.check('some came more than once: the servers died after sending them', repeated > 0, repeated)
      const path = `/v1/webhooks/${registered.body.data.id}/entregas?estado=entregada&limite=1`
      const recorded = await until(
        async () =>
          (await ask('GET', server.url + path, key)).body.paginacion.total ===
          new Set(received.map(byEvent)).size,
        10_000,
      )
      checks.check('the log has each of them as delivered', recorded)
      server.signal('SIGTERM')
      checks.check('SIGTERM ends the server with status 0', (await server.exited) === 0)
      const broken = server.logs.filter(({ level }) => level === 'error')
      checks.check('its last log has no errors', broken.length === 0, broken)
      checks.note(
        `${rounds} times kill -9, seed ${seed}; ${undelivered} events undelivered at a death, ${repeated} delivered again`,
      )
    } finally {
      await receiver.stop()
      await sim.kill()
    }
  })
}

if (import.meta.main) {
  const [rounds, seed] = process.argv.slice(2).map(Number)
  await runAlone('kill -9 between an event and its delivery', (checks) => deliveries(checks, rounds, seed))
}
