// Puts the parts of webhooks together: the endpoints that events reach, then, with the events, the rest.

import type { Clock } from '../../domain/ambiente'
import { VERSION } from '../../domain/cambios'
import type { NewId } from '../../domain/id'
import type { Metrics } from '../../domain/metrics'
import { createHasten } from '../../jobs/hasten'
import { createInsertJob } from '../../jobs/insert'
import type { JobKind } from '../../jobs/kind'
import type { Timer } from '../../jobs/timer'
import type { Correo } from '../../mail/correo'
import type { Store } from '../../store/store'
import type { Eventos, Origen, Suscrito } from '../eventos'
import { avisoJob, createPedirAviso } from './aviso.job'
import { createCupos } from './cupos'
import type { Lookup, Politica } from './destino'
import { createEntregas } from './entrega-store'
import { entregarJob } from './entregar.job'
import { createPost, type PostFetch } from './post'
import { createRetencion } from './retencion'
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

interface Deps extends Base, WebhooksConfig {
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
export function createSuscripciones(base: Base) {
  const webhooks = createWebhookStore(base.store)
  const entregas = createEntregas({ ...base, insertJob: createInsertJob(base.store.client, base.clock) })

  const suscritos = ({ empresaId, ambiente }: Origen): Suscrito[] =>
    webhooks
      .active(empresaId)
      .filter((webhook) => ambiente === null || webhook.ambiente === ambiente)
      .map(({ id, ambiente, eventos }) => ({
        id,
        wants: (evento) => eventos.length === 0 || eventos.includes(evento),
        deliver: (eventoId) => void entregas.create({ id, empresaId, ambiente }, eventoId),
      }))

  return { webhooks, entregas, suscritos }
}

/** The endpoints first, since events are made with them; `withEventos` gives what needs the events. */
export function createEntregaWebhooks(deps: Deps) {
  const { store, timer, fetch, metrics } = deps
  const entregada = metrics.histogram(
    'timbre_webhook_latency_seconds',
    'From an event to the answer of the webhook that took it.',
    [0.1, 0.5, 1, 5, 30, 60, 300, 3600, 86_400],
  )
  const { webhooks, entregas, suscritos } = createSuscripciones(deps)

  function withEventos(eventos: Eventos) {
    const post = createPost({ fetch, timer, userAgent: `Timbre/${VERSION}` })
    const pedirAviso = deps.correo
      ? createPedirAviso({ ...deps, insertJob: createInsertJob(store.client, deps.clock) })
      : null
    const parts = { ...deps, webhooks, entregas, eventos, post, entregada, pedirAviso, cupos: createCupos() }
    return {
      kinds: [entregarJob(parts), avisoJob(parts)] as JobKind[],
      webhooks: createWebhooks({ ...parts, hasten: createHasten(store.client) }),
      trims: createRetencion(store),
    }
  }

  return { suscritos, withEventos }
}
