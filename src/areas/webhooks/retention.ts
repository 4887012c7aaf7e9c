// Forgets deliveries and events after thirty days; their log would outgrow their documents.

import { and, eq, exists, inArray, lt, not } from 'drizzle-orm'
import { createForget } from '../../jobs/forget'
import type { Trim } from '../../jobs/trim'
import type { Store } from '../../store/store'
import { evento } from '../../store/tables/evento'
import { job } from '../../store/tables/job'
import { webhook, webhookEntrega, webhookIntento } from '../../store/tables/webhook'

const DAYS = 30
/** Each with its attempts and its job. */
const ENTREGAS = 200

/** Deliveries first: an event stays as long as one tells of it, and a deleted webhook as long as it has one. */
export function createRetention({ client, db }: Pick<Store, 'client' | 'db'>): Trim[] {
  const forgetJob = createForget(client)
  const telling = exists(
    db.select({ id: webhookEntrega.id }).from(webhookEntrega).where(eq(webhookEntrega.eventoId, evento.id)),
  )
  const told = exists(
    db.select({ id: webhookEntrega.id }).from(webhookEntrega).where(eq(webhookEntrega.webhookId, webhook.id)),
  )
  const entregas = client.transaction((before: number, limit: number): number => {
    const old = db
      .select({ id: webhookEntrega.id })
      .from(webhookEntrega)
      .innerJoin(job, eq(job.id, webhookEntrega.id))
      .where(
        and(
          lt(webhookEntrega.createdAt, before),
          inArray(job.estado, ['completed', 'failed', 'dlq', 'discarded']),
        ),
      )
      .orderBy(webhookEntrega.createdAt)
      .limit(limit)
      .all()
    const ids = old.map(({ id }) => id)
    db.delete(webhookIntento).where(inArray(webhookIntento.entregaId, ids)).run()
    db.delete(webhookEntrega).where(inArray(webhookEntrega.id, ids)).run()
    for (const id of ids) forgetJob(id)
    return ids.length
  }).immediate
  return [
    {
      name: 'webhook_entrega',
      days: DAYS,
      chunk: ENTREGAS,
      forget: (before, limit) => entregas(before.getTime(), limit),
    },
    {
      name: 'evento',
      days: DAYS,
      forget(before, limit) {
        const old = db
          .select({ id: evento.id })
          .from(evento)
          .where(and(lt(evento.createdAt, before.getTime()), not(telling)))
          .orderBy(evento.createdAt)
          .limit(limit)
        return db.delete(evento).where(inArray(evento.id, old)).run().changes
      },
    },
    {
      name: 'webhook',
      days: DAYS,
      forget(before, limit) {
        const old = db
          .select({ id: webhook.id })
          .from(webhook)
          .where(and(lt(webhook.deletedAt, before.getTime()), not(told)))
          .limit(limit)
        return db.delete(webhook).where(inArray(webhook.id, old)).run().changes
      },
    },
  ]
}
