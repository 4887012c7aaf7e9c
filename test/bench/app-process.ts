// The server as the bench needs it where the binary will not do: with a commit for each request, with jobs that wait, and
// with its event loop watched from the inside. The wiring is the real one.

import '../../src/production'
import { randomBytes, randomFillSync } from 'node:crypto'
import { createWriteStream, readFileSync } from 'node:fs'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { createApp } from '../../src/app'
import { createNewId } from '../../src/base/id'
import { createLog } from '../../src/base/log'
import { type Rates, SIN_RATES } from '../../src/base/rate'
import { lowerPoolPriority } from '../../src/cli/pool-priority'
import { PRECIOS_POR_DEFECTO } from '../../src/domain/plan/precios'
import { openStore } from '../../src/store/store'
import { childArgs, serveParent } from './child'
import { MASTER_KEY } from './company'
import { percentile } from './measure'

export interface AppArgs {
  /** The database file. */
  path: string
  simuladorUrl: string
  /** `later`: documents pile up until `run`. */
  jobs: 'now' | 'later'
  /** A durable transaction for every request instead of one for all that arrive together. */
  commitEach?: boolean
  /** How fast requests may come; as fast as they like when omitted. */
  rates?: Rates
  /** Certificate (PEM) of the mail server of the bench. */
  caCorreo?: string
}

/** Milliseconds that the event loop came late. */
export interface Lag {
  p50Ms: number
  p99Ms: number
  maxMs: number
  /** The computing time of the event loop's thread: the rest of the machine does not count. */
  computedMs: number
  /** The longest time without a turn, where turns were watched: little touched by the rest of the machine. */
  heldP99Ms: number
  heldMs: number
}

const args = childArgs<AppArgs>()
const clock = (): Date => new Date()
// The default log level is part of the figures; reading it would be no help.
const nowhere = createWriteStream('/dev/null')
const write = (line: string): void => {
  if (line.includes('"level":"info"')) nowhere.write(`${line}\n`)
  else console.error(line)
}
const store = openStore({ path: args.path, masterKey: MASTER_KEY, clock })
const app = createApp({
  store,
  clock,
  newId: createNewId((bytes) => randomFillSync(bytes), Date.now),
  random: randomBytes,
  log: createLog({ level: 'info', clock, write }),
  openRegistration: true,
  fetch: (url, init) => fetch(url, init),
  webhooks: {
    fetch: (url, init) => fetch(url, init as RequestInit),
    lookup: async () => ['127.0.0.1'],
    politica: { httpsOnly: false, privadas: true },
  },
  streams: { porUsuario: 5, porEmpresa: 50 },
  simuladorUrl: args.simuladorUrl,
  maxBacklog: 1_000_000,
  rates: args.rates ?? SIN_RATES,
  planInicial: 'Empresa',
  precios: PRECIOS_POR_DEFECTO,
  cobranza: { tipo: 'manual' },
  publicUrl: null,
  correo: null,
  caCorreo: args.caCorreo,
  uptime: () => performance.now(),
  jobs: args.jobs === 'now' ? 'runner' : 'manual',
  jitter: Math.random,
  ...(args.commitEach && {
    commits: (client) => {
      const commit = async <T>(work: () => T): Promise<T> => client.transaction(work).immediate()
      return { commit, commitAlone: commit }
    },
  }),
})

const delay = monitorEventLoopDelay({ resolution: 1 })
/** Nanoseconds of a processor that this thread has had, by Linux's own account. */
const computedNs = (): number =>
  Number(readFileSync(`/proc/self/task/${process.pid}/schedstat`, 'latin1').split(' ')[0])
let since = 0
/** Looks at each turn at what the thread computed since the one before. */
let turns: ReturnType<typeof setInterval> | undefined
let heldNs: number[] = []
const answers = {
  run(): null {
    app.services.runner.start()
    return null
  },
  watch(): null {
    since = computedNs()
    heldNs = []
    delay.reset()
    delay.enable()
    return null
  },
  /** The same with a look at each turn, which takes a hundredth of the loop's time itself. */
  watchTurns(): null {
    answers.watch()
    let before = since
    turns = setInterval(() => {
      const now = computedNs()
      heldNs.push(now - before)
      before = now
    }, 1)
    return null
  },
  lag(): Lag {
    delay.disable()
    clearInterval(turns)
    heldNs.sort((a, b) => a - b)
    return {
      p50Ms: delay.percentile(50) / 1e6,
      p99Ms: delay.percentile(99) / 1e6,
      maxMs: delay.max / 1e6,
      computedMs: (computedNs() - since) / 1e6,
      heldP99Ms: percentile(heldNs, 0.99) / 1e6,
      heldMs: percentile(heldNs, 1) / 1e6,
    }
  },
}
await lowerPoolPriority()
const { url } = app.start({ hostname: '127.0.0.1', port: 0 })
serveParent(url, (message: keyof typeof answers) => answers[message]())
