// The parts of a whole process alone: the system's clock, randomness and network, and a log on standard
// output. Made here once and handed to everything as arguments.

import { randomBytes, randomFillSync } from 'node:crypto'
import { lookup } from 'node:dns/promises'
import { uptime } from 'node:os'
import { type App, type AppDeps, createApp } from '../app'
import { createNewId } from '../base/id'
import { createLog, type Log } from '../base/log'
import type { Config } from '../config'
import { createCorreo } from '../mail/correo'
import type { Store } from '../store/store'
import type { Io } from './comando'

export const clock = (): Date => new Date()
export const random = (size: number): Uint8Array => randomBytes(size)
export const newId = createNewId((bytes) => randomFillSync(bytes), Date.now)

/** A log of JSON lines: on standard output for what stays running, on standard error beside a command's own result. */
export const logTo = (write: Io['out'], { logLevel }: Pick<Config, 'logLevel'>): Log =>
  createLog({ level: logLevel, clock, write })

/** The addresses of a name, those of IPv4 first: more receivers listen there. */
async function addressesOf(hostname: string): Promise<string[]> {
  const found = await lookup(hostname, { all: true })
  return found.sort((a, b) => a.family - b.family).map(({ address }) => address)
}

/** The parts of a server that its configuration says, with the way to the network. */
export const appDeps = (config: Config) => ({
  random,
  openRegistration: config.openRegistration,
  trustedProxies: config.trustedProxies ?? undefined,
  publicUrl: config.publicUrl,
  fetch: ((url, init) => fetch(url, init)) as AppDeps['fetch'],
  webhooks: {
    fetch: ((url, init) => fetch(url, init as RequestInit)) as AppDeps['webhooks']['fetch'],
    lookup: addressesOf,
    politica: { httpsOnly: config.webhooksHttpsOnly, privadas: config.webhooksPrivate },
  },
  streams: config.streams,
  simuladorUrl: config.simuladorUrl,
  simuladorCompartido: config.simuladorCompartido,
  maxBacklog: config.maxBacklog,
  formatoDte: config.formatoDte,
  umbrales: config.umbrales,
  feriados: config.feriados,
  metricsToken: config.metricsToken,
  rates: config.rates,
  planInicial: config.planInicial,
  precios: config.precios,
  cobranza: config.cobranza,
  ia: config.ia,
  tiposCambio: config.tiposCambio,
  correo: config.smtp && createCorreo(config.smtp),
  jitter: Math.random,
})

/** A server over an open store, with everything of this process. Nothing listens and no job runs yet. */
export const appOf = (
  config: Config,
  store: Store,
  log: Log,
  watched: Pick<AppDeps, 'databaseSound' | 'logDropped' | 'referencia' | 'respaldo' | 'signing'> = {},
): App =>
  createApp({
    ...watched,
    ...appDeps(config),
    store,
    clock,
    newId,
    log,
    uptime: () => uptime() * 1000,
    jobs: 'runner',
  })
