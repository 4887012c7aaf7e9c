// What is forgotten of deliveries and events after thirty days; their log would else outgrow the documents they told of.

import { createForget } from '../../jobs/forget'
import type { Trim } from '../../jobs/trim'
import type { Store } from '../../store/store'

const DAYS = 30
/** Each with its attempts and its job. */
const ENTREGAS = 200

/** Deliveries first: an event stays as long as one tells of it, and a deleted webhook as long as it has one. */
export function createRetencion({ client }: Pick<Store, 'client'>): Trim[] {
  const forgetJob = createForget(client)
  const old = client
    .prepare<[number, number], string>(
      `SELECT e.id FROM webhook_entrega e JOIN job j ON j.id = e.id
       WHERE e.created_at < ? AND j.estado IN ('completed', 'failed', 'dlq', 'discarded') ORDER BY e.created_at LIMIT ?`,
    )
    .pluck()
  const deleteIntentos = client.prepare('DELETE FROM webhook_intento WHERE entrega_id = ?')
  const deleteEntrega = client.prepare('DELETE FROM webhook_entrega WHERE id = ?')
  const deleteEventos = client.prepare(
    `DELETE FROM evento WHERE rowid IN (SELECT v.rowid FROM evento v WHERE v.created_at < ?
       AND NOT EXISTS (SELECT 1 FROM webhook_entrega e WHERE e.evento_id = v.id) ORDER BY v.created_at LIMIT ?)`,
  )
  const deleteWebhooks = client.prepare(
    `DELETE FROM webhook WHERE id IN (SELECT id FROM webhook w WHERE w.deleted_at < ?
       AND NOT EXISTS (SELECT 1 FROM webhook_entrega e WHERE e.webhook_id = w.id) LIMIT ?)`,
  )
  const entregas = client.transaction((before: number, limit: number): number => {
    const ids = old.all(before, limit)
    for (const id of ids) {
      deleteIntentos.run(id)
      deleteEntrega.run(id)
      forgetJob(id)
    }
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
      forget: (before, limit) => deleteEventos.run(before.getTime(), limit).changes,
    },
    {
      name: 'webhook',
      days: DAYS,
      forget: (before, limit) => deleteWebhooks.run(before.getTime(), limit).changes,
    },
  ]
}
