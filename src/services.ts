// What stands behind the routes: the SII or its simulator, folios, emission, and the queue that runs it.

import { mailFrom } from './account-mail'
import { createBilling } from './areas/billing'
import { createClientesServices } from './areas/clientes'
import { createCopia } from './areas/copia'
import { createMetering } from './areas/cuenta'
import { createEmisionDte, type OpcionesDte } from './areas/dte'
import { createEventServices, type Limites } from './areas/eventos'
import { createFolios } from './areas/folios'
import { createPlantillas } from './areas/plantilla'
import { createPortalServices, portalTrims } from './areas/portal'
import { createBetween, createProgramacion } from './areas/programacion'
import { createTrabajos } from './areas/trabajos'
import { createPublico } from './areas/ver'
import { createSubscribers, createWebhookServices, type WebhooksConfig } from './areas/webhooks'
import type { Clock } from './base/clock'
import type { NewId } from './base/id'
import type { Log } from './base/log'
import type { Rates } from './base/rate'
import { systemTimer, type Timer } from './base/timer'
import type { NombrePlan } from './domain/plan/planes'
import type { Cobranza, Precios } from './domain/plan/precios'
import { createAudit } from './http/audit'
import { createCola } from './jobs/cola'
import { createCron } from './jobs/cron'
import type { JobKind, JobLog } from './jobs/kind'
import { createQueue } from './jobs/queue'
import { createRunner } from './jobs/runner'
import { BASE_TRIMS, createTrimmer, rowTrims } from './jobs/trim'
import type { Correo } from './mail/correo'
import { offLoop } from './off-loop'
import { type ComprasIntConfig, createOperaciones } from './operaciones'
import { runtimeSigning, type Signing } from './signing'
import type { Fetch } from './sii'
import { createSiiClient, type SimuladorConfig } from './sii-client'
import { createSimulatorDesk } from './simulator-desk'
import type { GroupCommit } from './store/group-commit'
import type { Store } from './store/store'

export interface ServicesDeps extends OpcionesDte, ComprasIntConfig, SimuladorConfig {
  store: Store
  clock: Clock
  newId: NewId
  /** In [0, 1). */
  jitter: () => number
  random: (size: number) => Uint8Array
  log: Log
  /** The way to the SII and to a simulator in another process. */
  fetch: Fetch
  /** How the SII client waits between two attempts of a query; omitted, it really does. */
  sleep?: (ms: number) => Promise<void>
  /** Whether a certificate (PEM) is the simulator's; omitted, its authority's signature decides. */
  isSimulated?: ((certificadoPem: string) => boolean) | undefined
  maxBacklog: number
  rates: Rates
  planInicial: NombrePlan
  precios: Precios
  cobranza: Cobranza
  /** The mail server; null sends nothing. */
  correo: Correo | null
  /** Where clients reach the server from outside. */
  publicUrl: string | null
  /** `manual`: nothing runs by itself and tests drain the queue. */
  jobs: 'runner' | 'manual'
  /** How accepted documents reach the disk; together unless the bench asks otherwise. */
  commits?: (client: Store['client']) => GroupCommit
  /** The way to receivers of webhooks. */
  webhooks: WebhooksConfig
  /** Certificates (PEM) that are believed of mailboxes; omitted, the system's. */
  caCorreo?: string | undefined
  /** The signer; omitted, the runtime. */
  signing?: Signing
  /** Streams of events at once. */
  streams: Limites
  /** Clocks that nobody sets, in milliseconds: `uptime` goes on while the machine sleeps; the other, omitted, is the system's. */
  uptime: () => number
  milliseconds?: () => number
  /** What waits by the clock, but for the runner's own pauses; omitted, the system's. */
  timer?: Timer
}

export type Services = ReturnType<typeof createServices>

export function createServices(deps: ServicesDeps) {
  const { store, clock, newId, random, log } = deps
  const { sign, forget: forgetLlave } = deps.signing ?? runtimeSigning
  const client = createSiiClient(deps)
  const { sii, simulator, metrics, desfase, simuladorBase } = client
  const timer = deps.timer ?? systemTimer
  const billing = createBilling(deps)
  const queue = createQueue()
  const subscribers = createSubscribers(deps)
  const { eventos, streams, standing, tellExpiring } = createEventServices({
    ...deps,
    ...subscribers,
    timer,
    limites: deps.streams,
  })
  eventos.onNews(queue.wake)
  const webhooks = createWebhookServices({
    ...deps,
    ...deps.webhooks,
    ...subscribers,
    eventos,
    timer,
    queue,
    metrics,
  })
  const jobLog: JobLog = (nivel, mensaje, datos) => log[nivel]('jobs', { message: mensaje, ...datos })
  const metering = createMetering({ ...deps, sii, eventos })
  const trabajos = createTrabajos({ ...deps, ...metering, eventos })
  const trimmer = createTrimmer({
    trims: [
      ...rowTrims(store.db, BASE_TRIMS),
      ...webhooks.trims,
      ...portalTrims(store.db),
      ...(simulator?.trims ?? []),
    ],
    clock,
    log: jobLog,
  })
  const enqueue = createBetween('folios', { store, clock, trabajos, ...metering })
  const folios = createFolios({ store, clock, newId, eventos, enqueue })

  const plantillas = createPlantillas({ store, clock, newId })
  const { publicUrl } = deps
  const dte = createEmisionDte({
    ...deps,
    sii,
    sign,
    forgetLlave,
    folios,
    eventos,
    queue,
    tellCuota: metering.tellCuota,
    timer,
    metrics,
  })
  const { documentos, emisores } = dte
  const publico = createPublico({ store, documentos, random, publicUrl })
  const { copias, kinds } = createCopia({
    ...deps,
    sign,
    documentos,
    plantillas,
    ...offLoop,
    emisores,
    publico,
    ...client.correos,
  })
  dte.listen(copias.listener)
  const { portal, accesoOf, pausedUntil, administracion } = createPortalServices({
    ...deps,
    timer,
    fetch: client.fetch,
    simuladorUrl: simuladorBase,
    count: client.count,
    eventos,
    emisores,
  })
  const audit = createAudit(deps)
  const desk = createSimulatorDesk(client.plain, simuladorBase)
  const { requestCaf } = desk
  const { correos, contribuyentes } = client
  const ways = { portal, accesoOf, pausedUntil }
  const base = { ...deps, ...metering, ...correos, ...ways, sii, eventos, audit, trabajos }
  const operaciones = createOperaciones({ ...base, sign, contribuyentes, dte, folios, requestCaf })
  const { rcv, acuse, rcof, foliosSii, tareas, kinds: _, ...recibido } = operaciones
  const programacion = createProgramacion({ store, clock, trabajos, ...metering, eventos, tareas })
  const clientes = createClientesServices({ ...deps, audit, trabajos, documentos, rcv })
  const areas: { kinds: JobKind[] }[] = [dte, operaciones, clientes, webhooks, { kinds }]
  const allKinds = areas.flatMap((area) => area.kinds)
  const runner = createRunner({
    client: store.client,
    kinds: allKinds,
    clock,
    random: deps.jitter,
    milliseconds: deps.milliseconds,
    newId,
    log: jobLog,
  })
  // What tests drain takes documents whether or not the loop runs; who waits for a job there runs what is ready.
  queue.tie(
    deps.jobs === 'manual' ? { wake: runner.wake, alive: () => true, ended: () => runner.drain() } : runner,
  )
  const cola = createCola(store, allKinds, clock)

  /** What queues jobs. */
  const waking = (run: () => void | Promise<void>) => async () => {
    await run()
    queue.wake()
  }
  const cron = createCron(
    [
      { name: 'avisos', pattern: '7 * * * *', run: tellExpiring },
      { name: 'programacion', pattern: '* * * * *', run: waking(programacion.reloj.look) },
      { name: 'acuse', pattern: '31 * * * *', run: acuse.tellPlazos },
      { name: 'acuse.registro', pattern: '*/5 * * * *', run: acuse.readRegistro },
      { name: 'cuotas', pattern: '11 * * * *', run: metering.reviewCuotas },
      // Every hour, not at midnight, which Chile's clock skips once a year.
      { name: 'billing.cierre', pattern: '0 * * * *', run: billing.run },
      { name: 'tipos_cambio', pattern: '23 7,19 * * *', run: recibido.comprasInt.banco.ask },
      { name: 'portal.ocio', pattern: '* * * * *', run: portal.closeIdle },
      { name: 'recorte', pattern: '41 4 * * *', run: async () => void (await trimmer.run()) },
    ],
    (nivel, mensaje, datos) => log[nivel]('cron', { message: mensaje, ...datos }),
  )

  return {
    metrics,
    contribuyentes: client.contribuyentes,
    sendMail: deps.correo && mailFrom(deps.correo, deps),
    desfaseReloj: desfase.segundos,
    simulator,
    simulatorFetch: client.simulatorFetch,
    audit,
    billing,
    ...metering,
    trabajos,
    acuse,
    clientes,
    programacion,
    folios,
    plantillas,
    ...offLoop,
    dte,
    copias,
    publico,
    cola,
    queue,
    runner,
    cron,
    eventos,
    streams,
    standing,
    webhooks: webhooks.webhooks,
    trimmer,
    rcv,
    portal,
    accesoOf,
    rcof,
    ...recibido,
    administracionPortal: administracion,
    issueSimulatedClave: desk.issueClave,
    foliosSii,
    issueSimulatedCertificate: desk.issueCertificate,
    isSimulated: deps.isSimulated,
  }
}
