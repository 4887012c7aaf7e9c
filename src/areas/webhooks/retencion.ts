// Forgets deliveries and events after thirty days; their log would else outgrow the documents they told of.

import type { Clock } from '../../domain/ambiente'
import { createForget } from '../../jobs/forget'
import { nextTurn } from '../../jobs/next-turn'
import type { Store } from '../../store/store'

const DAYS = 30
/** What one transaction deletes before the event loop has its turn. */
const CHUNK = 200

/** Deletes what is older than thirty days, in small steps. */
export function createRetencion({
  store: { client },
  clock,
}: {
  store: Store
  clock: Clock
}): () => Promise<void> {
  const forget = createForget(client)
  const old = client
    .prepare<[number], string>(
      `SELECT e.id FROM webhook_entrega e JOIN job j ON j.id = e.id
       WHERE e.created_at < ? AND j.estado IN ('completed', 'failed', 'dlq', 'discarded') ORDER BY e.created_at LIMIT ${CHUNK}`,
    )
    .pluck()
  const deleteIntentos = client.prepare('DELETE FROM webhook_intento WHERE entrega_id = ?')
  const deleteEntrega = client.prepare('DELETE FROM webhook_entrega WHERE id = ?')
  const deleteEventos = client.prepare(
    `DELETE FROM evento WHERE rowid IN (SELECT v.rowid FROM evento v WHERE v.created_at < ?
       AND NOT EXISTS (SELECT 1 FROM webhook_entrega e WHERE e.evento_id = v.id) ORDER BY v.created_at LIMIT ${CHUNK})`,
  )
  const deleteWebhooks = client.prepare(
    `DELETE FROM webhook WHERE deleted_at < ?
       AND NOT EXISTS (SELECT 1 FROM webhook_entrega e WHERE e.webhook_id = webhook.id)`,
  )
  const entregas = client.transaction((before: number): boolean => {
    const ids = old.all(before)
    for (const id of ids) {
      deleteIntentos.run(id)
      deleteEntrega.run(id)
      forget(id)
    }
    return ids.length === CHUNK
  })
  return async () => {
    const before = clock().getTime() - DAYS * 86_400_000
    while (entregas.immediate(before)) await nextTurn()
    while (deleteEventos.run(before).changes === CHUNK) await nextTurn()
    deleteWebhooks.run(before)
  }
}
