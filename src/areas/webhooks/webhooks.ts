// People's actions on webhooks and their deliveries (http §12.1).

import type { Clock } from '../../base/clock'
import type { NewId } from '../../base/id'
import type { Timer } from '../../base/timer'
import { AppError, type Fault, faultsError } from '../../domain/errors'
import type { TipoEvento } from '../../domain/eventos'
import type { Titular } from '../../domain/titular'
import type { Hasten } from '../../jobs/hasten'
import type { Store } from '../../store/store'
import type { Eventos } from '../eventos'
import { DestinoRefused, type Lookup, type Politica, readUrl, resolveDestino } from './destino'
import type { Entrega, Entregas } from './entrega-store'
import { newSecret } from './firma'
import type { Webhook, WebhookStore } from './webhook-store'

/** Webhooks of one company (http §16.4). */
const WEBHOOKS_MAX = 10
const OVERLAP_MS = 24 * 3_600_000
/** How long a registration waits for the DNS; a name that answers later is checked at each delivery all the same. */
const DNS_MS = 3000

/** A client's changes; undefined leaves a field as it is. */
export interface Cambios {
  url?: string
  eventos?: TipoEvento[]
  descripcion?: string | null
  activo?: boolean
}

interface Deps {
  store: Store
  clock: Clock
  timer: Timer
  newId: NewId
  random: (size: number) => Uint8Array
  webhooks: WebhookStore
  entregas: Entregas
  eventos: Pick<Eventos, 'emitTo'>
  hasten: Hasten
  queue: { wake(): void }
  lookup: Lookup
  politica: Politica
}

export type Webhooks = ReturnType<typeof createWebhooks>

export function createWebhooks(deps: Deps) {
  const { store, clock, timer, newId, random, webhooks, entregas, eventos, hasten, queue, lookup, politica } =
    deps

  /** The faults of a URL as written. */
  const urlFaults = (text: string): Omit<Fault, 'campo'>[] => {
    const read = readUrl(text, politica)
    return 'fault' in read ? [read.fault] : []
  }

  /** The normal form of a URL, its name's present addresses looked at. Throws VALIDATION_ERROR. */
  async function checkUrl(text: string): Promise<string> {
    const read = readUrl(text, politica)
    if ('fault' in read) throw faultsError([{ campo: 'url', ...read.fault }])
    const late = Promise.withResolvers<void>()
    const forget = timer(DNS_MS, late.resolve)
    try {
      // A name that does not exist yet is no mistake.
      const found = resolveDestino(read.url, async (host) => lookup(host).catch(() => []), politica)
      await Promise.race([found, late.promise])
    } catch (fault) {
      if (!(fault instanceof DestinoRefused)) throw fault
      throw faultsError([{ campo: 'url', regla: 'direccion', mensaje: fault.message }])
    } finally {
      forget()
    }
    return read.url
  }

  function get(dueno: Titular, id: string): Webhook {
    const webhook = webhooks.find(dueno, id)
    if (!webhook) throw new AppError('NOT_FOUND', 'El webhook no existe')
    return webhook
  }

  function getEntrega(dueno: Titular, id: string, entregaId: string): Entrega {
    const entrega = entregas.find(get(dueno, id).id, entregaId)
    if (!entrega) throw new AppError('NOT_FOUND', 'La entrega no existe, o tiene más de 30 días')
    return entrega
  }

  function requireActive({ activo }: Webhook): void {
    if (activo) return
    throw new AppError(
      'INVALID_STATE',
      'El webhook está desactivado; actívelo con POST /v1/webhooks/:id/activar',
    )
  }

  function save(webhook: Webhook): Webhook {
    const saved = { ...webhook, updatedAt: clock() }
    webhooks.update(saved)
    return saved
  }

  const activated = (webhook: Webhook): Webhook => ({
    ...webhook,
    activo: true,
    motivoInactivo: null,
    fallandoDesde: null,
  })

  /** A transaction that makes something to deliver, then the runner. */
  function queued<T>(work: () => T): T {
    const result = store.client.transaction(work).immediate()
    queue.wake()
    return result
  }

  return {
    get,
    getEntrega,
    list: webhooks.list,
    count: webhooks.count,
    listEntregas: entregas.list,
    /** The attempts of a delivery and the body they carried. */
    intentos: (entregaId: string) => ({
      intentos: entregas.intentos(entregaId),
      cuerpo: entregas.sending(entregaId).cuerpo,
    }),

    urlFaults,
    checkUrl,

    /** The new webhook and its secret, shown once; `url` as `checkUrl` returns it. Throws CONFLICT at ten of a company. */
    create(
      dueno: Titular,
      {
        url,
        eventos: kinds = [],
        descripcion = null,
        activo = true,
        secreto,
      }: Cambios & { url: string; secreto?: string },
    ): { webhook: Webhook; secreto: string } {
      const now = clock()
      const webhook: Webhook = {
        id: newId('wh'),
        ...dueno,
        url,
        eventos: kinds,
        descripcion,
        activo,
        motivoInactivo: null,
        fallandoDesde: null,
        createdAt: now,
        updatedAt: now,
      }
      const own = secreto ?? newSecret(random)
      const insert = store.client.transaction(() => {
        if (webhooks.countCompany(dueno.empresaId) >= WEBHOOKS_MAX) {
          const mensaje = `La empresa ya tiene ${WEBHOOKS_MAX} webhooks, contados los de todos sus ambientes; borre alguno`
          throw new AppError('CONFLICT', mensaje)
        }
        webhooks.insert(webhook, own)
      })
      insert.immediate()
      return { webhook, secreto: own }
    },

    /** `url` as `checkUrl` returns it. Throws NOT_FOUND. */
    change(dueno: Titular, id: string, { url, ...rest }: Cambios): Webhook {
      const before = get(dueno, id)
      const moved = url !== undefined && url !== before.url
      const changed: Webhook = {
        ...before,
        ...(url !== undefined && { url }),
        ...(rest.eventos !== undefined && { eventos: rest.eventos }),
        ...(rest.descripcion !== undefined && { descripcion: rest.descripcion }),
        ...(moved && { fallandoDesde: null }),
      }
      if (rest.activo === true && !before.activo) return save(activated(changed))
      if (rest.activo === false) return save({ ...changed, activo: false })
      return save(changed)
    },

    /** Its waiting deliveries end with it. Throws NOT_FOUND. */
    remove(dueno: Titular, id: string): Webhook {
      const webhook = get(dueno, id)
      webhooks.remove(id, clock())
      return webhook
    },

    /** Delivers again, its past failures forgotten. Throws NOT_FOUND. */
    activate: (dueno: Titular, id: string): Webhook => save(activated(get(dueno, id))),

    /** A new secret; the old one signs too for a day. Throws NOT_FOUND. */
    rotate(dueno: Titular, id: string): { secreto: string; anteriorHasta: Date } {
      const secreto = newSecret(random)
      const now = clock()
      const anteriorHasta = new Date(now.getTime() + OVERLAP_MS)
      webhooks.rotate(get(dueno, id).id, secreto, anteriorHasta, now)
      return { secreto, anteriorHasta }
    },

    /** Sends it a `webhook.prueba`, whatever events it asked for. Throws NOT_FOUND, and INVALID_STATE when it is off. */
    test(dueno: Titular, id: string): Entrega {
      const webhook = get(dueno, id)
      requireActive(webhook)
      let entregaId = ''
      const deliver = (eventoId: string): void => {
        entregaId = entregas.createByHand(webhook, eventoId)
      }
      const data = () => ({ empresa_id: dueno.empresaId, webhook_id: id, mensaje: 'Entrega de prueba' })
      queued(() => eventos.emitTo(dueno, { evento: 'webhook.prueba', data }, { deliver }))
      return entregas.find(id, entregaId)!
    },

    /**
     * Sends an event again: one that waits for its next try goes now, one that is over goes as another delivery. Throws
     * NOT_FOUND, and INVALID_STATE when the webhook is off or the delivery is on its way.
     */
    resend(dueno: Titular, id: string, entregaId: string): Entrega {
      const webhook = get(dueno, id)
      const { estado, eventoId } = getEntrega(dueno, id, entregaId)
      requireActive(webhook)
      const next = queued(() => {
        if (estado !== 'pendiente') return entregas.repeat(webhook, eventoId)
        if (!hasten(entregaId)) throw new AppError('INVALID_STATE', 'La entrega ya está en camino')
        return entregaId
      })
      return entregas.find(id, next)!
    },
  }
}
