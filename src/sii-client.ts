// The SII as this server reaches it: the real one, or a simulated one within the process or in another.

import type { Clock } from './base/clock'
import type { NewId } from './base/id'
import type { Log } from './base/log'
import { createMetrics } from './base/metrics'
import type { Correo } from './mail/correo'
import {
  countFaults,
  createFaultCount,
  createSii,
  type Fetch,
  SIMULADOR_URL,
  siiHosts,
  watchDesfase,
} from './sii'
import { createContribuyentes } from './sii/contribuyente'
import { createSimulator } from './simulator'
import { createCorreoDe, createOpenSimulada } from './simulator-mail'
import type { Store } from './store/store'

export interface SimuladorConfig {
  /** A simulator in another process; null is the embedded one. */
  simuladorUrl: string | null
  /** Whether accounts see each other's documents at the embedded one; omitted, they do not. */
  simuladorCompartido?: boolean
}

interface SiiClientDeps extends SimuladorConfig {
  store: Store
  clock: Clock
  newId: NewId
  /** That many random bytes. */
  random: (size: number) => Uint8Array
  log: Log
  /** The way out, to the SII and to a simulator in another process. */
  fetch: Fetch
  sleep?: (ms: number) => Promise<void>
  /** A clock that nobody sets, in milliseconds, and that goes on while the machine sleeps. */
  uptime: () => number
  /** The mail server; null, there is none. */
  correo: Correo | null
}

/** `siiFetch` leads to the simulator too, and watches the SII's clock: no other's answer may set it; `count` hears of faults by code. */
export function createSiiClient(deps: SiiClientDeps) {
  const { store, clock, newId, random, log } = deps
  const simulator = deps.simuladorUrl
    ? null
    : createSimulator({
        db: store.client,
        clock,
        newId,
        random,
        aparte: !deps.simuladorCompartido,
        delays: { SOK: 100, FOK: 100, CRT: 100, PRD: 100, EPR: 100 },
        cifrado: {
          seal: (place, plain) => store.secrets.seal(place, plain),
          open: (place, stored) => store.secrets.open(place, stored),
        },
        log: (event, data) => log.info(event, data),
      })
  const plain: Fetch = (url, init) =>
    simulator && url.startsWith(SIMULADOR_URL)
      ? simulator.fetch(new Request(url, init))
      : deps.fetch(url, init)
  const simuladorBase = deps.simuladorUrl ?? SIMULADOR_URL
  const metrics = createMetrics()
  const desfase = watchDesfase({ fetch: plain, clock, uptime: deps.uptime, metrics, log })
  const hosts = siiHosts(simuladorBase)
  const count = createFaultCount(metrics)
  const sii = countFaults(createSii({ fetch: desfase.fetch, clock, hosts, sleep: deps.sleep }), count)

  return {
    simulator,
    simuladorBase,
    /** Mail of companies, and boxes in the simulator's post office. */
    correos: {
      correoDe: createCorreoDe({ db: store.db, correo: deps.correo, fetch: plain, base: simuladorBase }),
      openSimulada: createOpenSimulada({ db: store.db, fetch: plain, base: simuladorBase }),
    },
    /** A request as it reached this server, for the simulator's own interface. */
    simulatorFetch: (request: Request): Promise<Response> => {
      const { pathname, search } = new URL(request.url)
      if (simulator) return simulator.fetch(new Request(`${SIMULADOR_URL}${pathname}${search}`, request))
      return deps.fetch(`${simuladorBase}${pathname}${search}`, request)
    },
    plain,
    siiFetch: desfase.fetch,
    desfase,
    metrics,
    count,
    sii,
    contribuyentes: createContribuyentes({ fetch: desfase.fetch, clock, simuladorUrl: simuladorBase, count }),
  }
}
