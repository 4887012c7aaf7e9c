// Puts the parts of webhooks together: first whom events reach, since events are made with them, then what delivers those.

import type { Clock } from '../../base/clock'
import type { NewId } from '../../base/id'
import type { Metrics } from '../../base/metrics'
import type { Timer } from '../../base/timer'
import { VERSION } from '../../domain/cambios'
import { createHasten } from '../../jobs/hasten'
import { createInsertJob } from '../../jobs/insert'
import type { JobKind } from '../../jobs/kind'
import type { Correo } from '../../mail/correo'
import type { Store } from '../../store/store'
import type { Eventos, Origen, Subscriber } from '../eventos'
import type { Lookup, Politica } from './destino'
import { createEntregas } from './entrega-store'
import { entregarJob } from './entregar.job'
import { createPlaces } from './places'
import { createPost, type PostFetch } from './post'
import { createRetention } from './retention'
import { createQueueMail, switchedOffMailJob } from './switched-off-mail.job'
import { createWebhookStore } from './webhook-store'
import { createWebhooks } from './webhooks'

interface Base {
  store: Store
  clock: Clock
  newId: NewId
}

/** How webhooks leave the server. */
export interface WebhooksConfig {
  /** The way out to receivers. */
  fetch: PostFetch
  lookup: Lookup
  politica: Politica
}

type Subscribers = ReturnType<typeof createSubscribers>

interface Deps extends Base, WebhooksConfig, Pick<Subscribers, 'webhooks' | 'entregas'> {
  eventos: Eventos
  timer: Timer
  random: (size: number) => Uint8Array
  /** In [0, 1). */
  jitter: () => number
  queue: { wake(): void }
  metrics: Metrics
  /** The mail server; null sends nothing. */
  correo: Correo | null
}

/** Whom the events of a company reach; also for who writes events beside a running server. */
export function createSubscribers(base: Base) {
  const webhooks = createWebhookStore(base.store)
  const entregas = createEntregas({ ...base, insertJob: createInsertJob(base.store.client, base.clock) })

  const subscribers = ({ empresaId, ambiente }: Origen): Subscriber[] =>
    webhooks
      .active(empresaId)
      .filter((webhook) => ambiente === null || webhook.ambiente === ambiente)
      .map(({ id, ambiente, eventos }) => ({
        id,
        wants: (evento) => eventos.length === 0 || eventos.includes(evento),
        deliver: (eventoId) => void entregas.create({ id, empresaId, ambiente }, eventoId),
      }))

  return { webhooks, entregas, subscribers }
}

/** Delivers the events of `eventos` to their endpoints. */
export function createWebhookServices(deps: Deps) {
  const { store, timer, fetch, metrics } = deps
  const delivered = metrics.histogram(
    'timbre_webhook_latency_seconds',
    'From an event to the answer of the webhook that took it.',
    [0.1, 0.5, 1, 5, 30, 60, 300, 3600, 86_400],
  )
  const post = createPost({ fetch, timer, userAgent: `Timbre/${VERSION}` })
  const queueMail = deps.correo
    ? createQueueMail({ ...deps, insertJob: createInsertJob(store.client, deps.clock) })
    : null
  const parts = { ...deps, post, delivered, queueMail, places: createPlaces() }
  return {
    kinds: [entregarJob(parts), switchedOffMailJob(parts)] as JobKind[],
    webhooks: createWebhooks({ ...parts, hasten: createHasten(store.client) }),
    trims: createRetention(store),
  }
}
