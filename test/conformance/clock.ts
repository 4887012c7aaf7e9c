// The clock of the built server jumps, hours and days, ahead and back, while it issues; the simulator, in another process,
// keeps the true time. libfaketime moves it: the binary asks the system's library for the time like any other program.

import { join } from 'node:path'
import { chileDate } from '../../src/domain/fecha'
import { type Running, runToEnd, serve, simulador, withFolder } from './process/binary'
import { type Report, runAlone, until } from './process/check'
import {
  type Answer,
  ask,
  createOrders,
  type Json,
  type Order,
  OWNER,
  openCompany,
  place,
} from './process/client'
import { findFaketime, type MovedClock, movedClock } from './process/faketime'
import { checkLedger, settled } from './process/ledger'
import { openTap, type Tap } from './process/tap'
import { ensureTools } from './tools'

const TIPOS = [33, 34, 39, 41, 56, 61]
const HOUR = 3_600_000
const DAY = 24 * HOUR
const CONNECTIONS = 3
const EVERY_MS = 250
const STEP_MS = 5000

/**
 * `away`: the SII answers nothing around the jump; `dies`: the server is killed right after it; `early`: the certificate does not
 * hold yet by that clock.
 */
interface Jump {
  name: string
  to: number
  away?: true
  dies?: true
  early?: true
}

const JUMPS: readonly Jump[] = [
  { name: 'three hours ahead', to: 3 * HOUR },
  { name: 'two days ahead', to: 2 * DAY, away: true },
  { name: 'a day back', to: DAY, dies: true },
  { name: 'nine days ahead', to: 9 * DAY },
  { name: 'back to the true time', to: 0, away: true },
  { name: 'two hours back, before the certificate', to: -2 * HOUR, early: true },
  { name: 'a hundred seconds back', to: -100_000 },
  { name: 'right at last', to: 0 },
]

/** Whether a document dated today may be issued by a clock that stands there. */
const isToday = (offset: number): boolean =>
  offset >= 0 || chileDate(new Date(Date.now() + offset)) === chileDate(new Date())

/** A receiver of webhooks that remembers the ids and what they tell. */
function openReceiver() {
  const events: { id: string; evento: string; folio: string }[] = []
  const server = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    async fetch(request) {
      const { evento, data } = (await request.json()) as Json
      events.push({
        id: request.headers.get('webhook-id')!,
        evento,
        folio: `${data.tipo_dte}/${data.folio}`,
      })
      return new Response('')
    },
  })
  return { events, url: server.url.href, stop: () => server.stop(true) }
}

/** The tap's work: cuts everything while the SII is away, and the answer of one upload after each jump. */
function unruly(tap: Tap): { away: boolean; loseOne: boolean } {
  const state = { away: false, loseOne: false }
  tap.act = (point, service) => {
    if (state.away) throw new Error('the SII is away')
    if (point !== 'after' || service !== 'envio' || !state.loseOne) return
    state.loseOne = false
    throw new Error('the answer never comes')
  }
  return state
}

/** A session as clients keep it: renewed when its token is over, begun anew when that is over too. `odd`: neither helped. */
async function openSession(url: () => string) {
  const login = () => ask('POST', `${url()}/auth/login`, {}, OWNER)
  let tokens = (await login()).body
  const renewed = { tokens: 0, sessions: 0 }
  const odd: Json[] = []
  const isOver = ({ status, body }: Answer) => status === 401 && body.code === 'TOKEN_EXPIRED'
  return {
    renewed,
    odd,
    async use(): Promise<void> {
      const me = () => ask('GET', `${url()}/auth/me`, { authorization: `Bearer ${tokens.access_token}` })
      let answer = await me()
      if (isOver(answer)) {
        let fresh = await ask('POST', `${url()}/auth/refresh`, {}, { refresh_token: tokens.refresh_token })
        if (isOver(fresh)) {
          fresh = await login()
          renewed.sessions++
        } else renewed.tokens++
        tokens = fresh.body
        answer = await me()
      }
      if (answer.status !== 200) odd.push([answer.status, answer.body])
    },
  }
}

async function checkSeen(
  checks: Report,
  name: string,
  to: number,
  { url }: Running,
  run: (args: string[]) => Promise<string>,
): Promise<void> {
  let answer: Answer | undefined
  const reloj = () => answer?.body.data?.reloj ?? {}
  // An exchange that took seconds shortens the figure by as much: the next one tells it anew.
  const near = await until(
    async () => {
      answer = await ask('GET', `${url}/listo`)
      const { desfase_segundos: seconds } = reloj()
      return typeof seconds === 'number' && Math.abs(seconds - to / 1000) <= 5
    },
    45_000,
    1000,
  )
  const { status, body } = answer!
  const { aviso } = reloj()
  checks.check(`${name}: /listo is 200 and says by how much`, status === 200 && near, body)
  checks.check(`${name}: with what to do, when it is off`, (aviso === null) === (to === 0), aviso)
  const doctor = await run(['doctor'])
  const word = to === 0 ? ': responde' : `nuestro reloj está ${to > 0 ? 'adelantado' : 'atrasado'}`
  checks.check(`${name}: timbre doctor says so too`, doctor.includes(word), doctor)
}

/** The whole trial. */
export async function clockJumps(checks: Report): Promise<void> {
  ensureTools()
  const library = findFaketime()
  if (!library) return checks.check('libfaketime is installed', false)
  await withFolder((root) => trial(checks, root, movedClock(library, root)))
}

async function trial(checks: Report, root: string, clock: MovedClock): Promise<void> {
  const sim = await simulador(join(root, 'sii'))
  const tap = openTap(() => sim.url)
  const receiver = openReceiver()
  const datos = join(root, 'datos')
  const env = { ...clock.env, TIMBRE_RATE_KEY: '50/200', TIMBRE_RATE_TENANT: '100/400' }
  const begin = () => serve(datos, tap.url, env)
  const run = async (args: string[]) =>
    (await runToEnd([...args, '--data', datos], { ...clock.env, TIMBRE_SIMULADOR_URL: tap.url })).out
  let server = await begin()
  const logs = [server.logs]
  try {
    const opened = Date.now()
    const key = await openCompany(server.url, TIPOS, 1500)
    await ask('POST', `${server.url}/v1/webhooks`, key, { url: receiver.url })
    const session = await openSession(() => server.url)
    const wire = unruly(tap)
    const source = createOrders('reloj')
    const orders: Order[] = []
    const refusals: string[] = []
    let going = true
    const connection = async (): Promise<void> => {
      while (going) {
        const order = source.next()
        orders.push(order)
        while (going && !order.accepted) {
          const answer = await place(server.url, key, order, 'CERTIFICATE_INVALID')
          if (answer?.status === 422) refusals.push(answer.body.error)
          await Bun.sleep(EVERY_MS)
        }
      }
    }
    const load = Promise.all(Array.from({ length: CONNECTIONS }, connection))
    const nights = () => logs.flat().filter(({ message }) => message === 'old rows forgotten').length

    for (const { name, to, away, dies, early } of JUMPS) {
      if (!isToday(to)) {
        checks.note(`${name}: left out, for it is just past midnight in Chile`)
        continue
      }
      if (!early) await Bun.sleep(Math.max(0, opened - to + 5000 - Date.now()))
      wire.away = away === true
      await Bun.sleep(away ? 1500 : 0)
      const night = nights()
      const refusedBefore = refusals.length
      clock.set(to)
      wire.loseOne = true
      if (dies) {
        await server.kill()
        server = await begin()
        logs.push(server.logs)
      }
      await Bun.sleep(STEP_MS)
      wire.away = false
      await Bun.sleep(STEP_MS)
      if (early) {
        const said = refusals.slice(refusedBefore)
        const clear = said.length > 0 && said.every((error) => error.includes('reloj'))
        checks.check(`${name}: nothing new is taken, and the clock is named`, clear, said)
      }
      await session.use()
      await checkSeen(checks, name, to, server, run)
      if (to >= 2 * DAY) {
        // A clock of tasks looks at the time twice a minute.
        checks.check(
          `${name}: the nights that it skipped are made up for`,
          await until(() => nights() > night, 45_000),
        )
      }
    }
    going = false
    await load
    for (const order of orders) if (!order.accepted) await place(server.url, key, order)

    const scene = { url: server.url, key, simuladorUrl: sim.url, orders }
    checks.check('nothing waits any more', await settled(scene, 150_000))
    // The rest asks faster than the limits let it.
    await server.kill()
    server = await serve(datos, tap.url, clock.env)
    logs.push(server.logs)
    scene.url = server.url
    await checkLedger(checks, scene)
    checks.check(
      'sessions were renewed, and nobody was sent away for good',
      session.renewed.tokens > 0 && session.odd.length === 0,
      [session.renewed, session.odd],
    )
    const verdicts = () => receiver.events.filter(({ evento }) => evento === 'dte.aceptado')
    checks.check('every acceptance was told', await until(() => verdicts().length >= orders.length, 60_000), [
      verdicts().length,
      orders.length,
    ])
    const documents = receiver.events.filter(({ evento }) => evento.startsWith('dte.'))
    const told = new Map(documents.map(({ id, evento, folio }) => [id, `${evento} ${folio}`]))
    checks.check('under an id of its own, once each', told.size === new Set(told.values()).size, [
      told.size,
      new Set(told.values()).size,
    ])
    const all = logs.flat()
    const off = all.filter(({ event, level }) => event === 'sii.reloj' && level === 'warn')
    checks.check('the log told of every jump that the SII’s answers showed', off.length >= 4, off)
    const broken = all.filter(({ level }) => level === 'error')
    checks.check('and of no error', broken.length === 0, broken.slice(0, 5))
  } finally {
    await server.kill()
    await receiver.stop()
    await tap.stop()
    await sim.kill()
  }
}

if (import.meta.main) await runAlone('a clock that jumps under the built server', clockJumps)
