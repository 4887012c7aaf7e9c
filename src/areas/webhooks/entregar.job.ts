// Delivers events to one endpoint (http §12.3). Each delivery has its own schedule; what they share is the way: its
// addresses, its places on the wire, and its fate when it fails for days.

import type { Clock } from '../../base/clock'
import type { Timer } from '../../base/timer'
import { nextTurn } from '../../base/turn'
import { defineJob, type Job, type JobContext, type JobError, type Outcome } from '../../jobs/kind'
import type { Eventos } from '../eventos'
import { type Destino, DestinoRefused, type Lookup, type Politica, resolveDestino } from './destino'
import { ENTREGAR, type Entregas, endpointOf, type Intento } from './entrega-store'
import { deliveryHeaders } from './firma'
import type { Places } from './places'
import { LIMITE_MS, type Post, type Respuesta } from './post'
import { MAX_INTENTOS, nextTry, retryAfter } from './schedule'
import type { Webhook, WebhookStore } from './webhook-store'

const DAY_MS = 86_400_000
/** Failures only for that long switch an endpoint off. */
const PACIENCIA_MS = 5 * DAY_MS
/** Deliveries leased together to an endpoint that answers; one to any other, so that few wait on a dead one. */
const LOTE = 64

interface Deps {
  clock: Clock
  timer: Timer
  /** In [0, 1). */
  jitter: () => number
  webhooks: WebhookStore
  entregas: Entregas
  eventos: Pick<Eventos, 'emit'>
  places: Places
  post: Post
  lookup: Lookup
  politica: Politica
  /** Queues the mail about a webhook that was switched off; null without a mail server. */
  queueMail: ((webhook: Webhook) => void) | null
  /** Told, of each delivery that arrived, how many seconds after its event. */
  delivered: (seconds: number) => void
}

/** One delivery after its turn; `intento` is null when the endpoint failed before its turn came. */
interface Resultado {
  job: Job
  intento: Intento | null
  respuesta: Respuesta | null
}

const failure = (error: string, accion: string | null = null): JobError => ({
  code: 'INVALID_STATE',
  error,
  etapa: null,
  reintentable: true,
  sii: null,
  accion,
})

const INACTIVO = failure('El webhook está desactivado', 'Actívelo y reenvíe la entrega')

const isSuccess = (r: Respuesta | null): boolean => r?.status != null && r.status >= 200 && r.status < 300

export const entregarJob = (deps: Deps) => {
  const { clock, timer, jitter, webhooks, entregas, eventos, places } = deps
  const { post, lookup, politica, queueMail, delivered } = deps

  /** Where the endpoint is now; what keeps it from being anywhere, as the answer of every delivery. */
  async function locate({ url }: Webhook): Promise<Destino | Respuesta> {
    const late = Promise.withResolvers<never>()
    const forget = timer(LIMITE_MS, () =>
      late.reject(new DestinoRefused('El DNS no respondió en 15 segundos')),
    )
    try {
      return await Promise.race([resolveDestino(url, lookup, politica), late.promise])
    } catch (fault) {
      if (!(fault instanceof DestinoRefused)) throw fault
      return { status: null, error: fault.message, retryAfter: null, extracto: null }
    } finally {
      forget()
    }
  }

  async function send(
    job: Job,
    { url }: Webhook,
    secretos: [string, ...string[]],
    way: Destino | Respuesta,
    signal: AbortSignal,
  ): Promise<Resultado> {
    const { cuerpo, evento, eventoId } = entregas.sending(job.id)
    const at = clock()
    const firmable = { evento, eventoId, entregaId: job.id, intento: job.intentos, body: cuerpo }
    const encabezados = deliveryHeaders(firmable, secretos, at)
    const answer = 'addresses' in way ? await post(way, encabezados, cuerpo, signal) : way
    const redirected = answer.status !== null && answer.status >= 300 && answer.status < 400
    const respuesta = redirected
      ? { ...answer, error: `Respondió con una redirección (${answer.status}), que no se sigue` }
      : answer
    const intento: Intento = {
      numero: job.intentos,
      at,
      duracionMs: clock().getTime() - at.getTime(),
      url,
      encabezados,
      status: respuesta.status,
      respuesta: respuesta.extracto,
      error: respuesta.error,
    }
    return { job, intento, respuesta }
  }

  function outcomeOf({ job: { id, intentos, createdAt }, respuesta }: Resultado, now: Date): Outcome {
    // Given back: ready again as soon as the present batch is out of its way.
    if (!respuesta) return { id, outcome: 'snooze', runAt: now }
    if (isSuccess(respuesta)) {
      delivered(Math.max(0, now.getTime() - createdAt.getTime()) / 1000)
      return { id, outcome: 'completed' }
    }
    const { status } = respuesta
    const error = failure(respuesta.error ?? `Respondió ${status}`)
    if (status === 410) return { id, outcome: 'failed', error }
    const asked = status === 429 || status === 503 ? retryAfter(respuesta.retryAfter, now) : null
    return { id, outcome: 'retry', error, runAt: asked ?? nextTry(intentos, now, jitter()) }
  }

  function switchOff(webhook: Webhook, motivo: string): void {
    webhooks.update({ ...webhook, activo: false, motivoInactivo: motivo, updatedAt: clock() })
    const { id, empresaId, ambiente, url } = webhook
    const data = () => ({ empresa_id: empresaId, webhook_id: id, url, motivo })
    eventos.emit({ empresaId, ambiente }, [{ evento: 'webhook.desactivado', data }])
    queueMail?.(webhook)
  }

  /** Judges the endpoint by its answers; inside the transaction that records them. */
  function judgeEndpoint(id: string, tried: readonly Resultado[], now: Date): void {
    if (tried.some(({ respuesta }) => isSuccess(respuesta))) webhooks.markHealthy(id)
    else webhooks.markFailing(id, now)
    const webhook = webhooks.byId(id)
    if (!webhook?.activo) return
    if (tried.some(({ respuesta }) => respuesta!.status === 410)) {
      switchOff(webhook, 'El receptor respondió 410: ya no quiere entregas')
    } else if (webhook.fallandoDesde && now.getTime() - webhook.fallandoDesde.getTime() >= PACIENCIA_MS) {
      switchOff(webhook, 'Todas las entregas de los últimos 5 días fallaron')
    }
  }

  const record = (ctx: JobContext, webhookId: string, results: readonly Resultado[]) => {
    const now = clock()
    const tried = results.filter(({ intento }) => intento !== null)
    return ctx.settle(
      results.map((result) => outcomeOf(result, now)),
      () => {
        for (const { job, intento } of tried) entregas.addIntento(job.id, intento!)
        if (tried.length) judgeEndpoint(webhookId, tried, now)
      },
    )
  }

  return defineJob<object>({
    kind: ENTREGAR,
    maxIntentos: MAX_INTENTOS,
    porGrupo: 2,
    // The places on the wire are what is scarce; a batch that waits for one costs nothing.
    concurrencia: 10_000,
    timeoutMs: 30 * 60_000,
    loteMax: (grupo) => (places.isProven(endpointOf(grupo)) ? LOTE : 1),
    async run(jobs, ctx) {
      const webhook = webhooks.byId(endpointOf(jobs[0]!.grupo))
      if (!webhook?.activo) {
        await ctx.settle(jobs.map(({ id }): Outcome => ({ id, outcome: 'failed', error: INACTIVO })))
        return
      }
      const secretos = webhooks.secretos(webhook.id, clock())
      const way = await locate(webhook)
      const ended: Resultado[] = []
      let failed = false

      async function deliver(job: Job): Promise<void> {
        const giveBack = await places.acquire(webhook!.id, ctx.signal)
        try {
          // After a failure the rest go back: an endpoint that hangs is tried by few at a time.
          const result = failed
            ? { job, intento: null, respuesta: null }
            : await send(job, webhook!, secretos, way, ctx.signal)
          ended.push(result)
          if (!result.respuesta) return
          const success = isSuccess(result.respuesta)
          if (!success) failed = true
          places.note(webhook!.id, success)
        } finally {
          giveBack()
        }
      }

      const running = new Set<Promise<void>>()
      for (const job of jobs) {
        const one: Promise<void> = deliver(job).finally(() => running.delete(one))
        running.add(one)
      }
      while (running.size || ended.length) {
        if (running.size) await Promise.race(running)
        // Others that end by then share the commit.
        await nextTurn()
        const results = ended.splice(0)
        if (results.length) await record(ctx, webhook.id, results)
      }
    },
  })
}
