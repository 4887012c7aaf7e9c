// The hot statements of webhooks: a busy company makes a delivery of every document, and each is read, sent and written down
// (src §3.15; store §4).

import type { Database } from 'better-sqlite3'
import type { evento } from '../../store/tables/evento'
import type { job } from '../../store/tables/job'
import type { Row } from '../../store/tables/row'
import type { webhook, webhookEntrega, webhookIntento } from '../../store/tables/webhook'

type Job = Row<typeof job>
type Intento = Row<typeof webhookIntento>

/** The event to send. */
export interface Sending extends Pick<Row<typeof evento>, 'evento' | 'cuerpo'> {
  eventoId: string
}

export type EntregaRow = Omit<Row<typeof webhookEntrega>, 'webhook_id'> &
  Pick<Job, 'estado' | 'intentos' | 'run_at'> &
  Pick<Intento, 'status' | 'error'> & { evento: string }

const COLUMNS = `e.id, e.evento_id, v.evento, j.estado, e.vez, j.intentos, j.run_at, e.created_at, i.status,
    coalesce(i.error, j.error ->> 'error') AS error`
const SHOWN = `FROM webhook_entrega e JOIN job j ON j.id = e.id JOIN evento v ON v.id = e.evento_id
    LEFT JOIN webhook_intento i ON i.entrega_id = e.id
      AND i.numero = (SELECT max(numero) FROM webhook_intento WHERE entrega_id = e.id)
    WHERE e.webhook_id = ?`

export const prepareEntregas = (client: Database) => ({
  insert: client.prepare('INSERT INTO webhook_entrega VALUES (?, ?, ?, ?, ?)'),
  sending: client.prepare<[string], Sending>(
    `SELECT v.id AS eventoId, v.evento, v.cuerpo FROM webhook_entrega e JOIN evento v ON v.id = e.evento_id
     WHERE e.id = ?`,
  ),
  insertIntento: client.prepare('INSERT OR REPLACE INTO webhook_intento VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)'),
  one: client.prepare<[string, string], EntregaRow>(`SELECT ${COLUMNS} ${SHOWN} AND e.id = ?`),
  attempts: client.prepare<[string], Omit<Intento, 'entrega_id'>>(
    `SELECT numero, at, duracion_ms, url, encabezados, status, respuesta, error FROM webhook_intento
     WHERE entrega_id = ? ORDER BY numero`,
  ),
  lastVez: client
    .prepare<[string, string], number>(
      'SELECT max(vez) FROM webhook_entrega WHERE evento_id = ? AND webhook_id = ?',
    )
    .pluck(),
  /** Those whose job is in one of `estados`; null is all. */
  list(estados: readonly Job['estado'][] | null) {
    const filter = estados ? `AND j.estado IN (${estados.map((name) => `'${name}'`).join(', ')})` : ''
    return {
      /** Behind one, by when it was made and its id. */
      page: client.prepare<
        [webhookId: string, at: number, id: string, limit: number, offset: number],
        EntregaRow
      >(
        `SELECT ${COLUMNS} ${SHOWN} ${filter} AND (e.created_at, e.id) < (?, ?) ORDER BY e.created_at DESC, e.id DESC LIMIT ? OFFSET ?`,
      ),
      count: client
        .prepare<[string], number>(
          `SELECT count(*) FROM webhook_entrega e JOIN job j ON j.id = e.id WHERE e.webhook_id = ? ${filter}`,
        )
        .pluck(),
    }
  },
})

type WebhookRow = Row<typeof webhook>

export const prepareWebhooks = (client: Database) => ({
  /** The webhooks that a new event of a company may concern. */
  active: client.prepare<[string], Pick<WebhookRow, 'id' | 'ambiente' | 'eventos'>>(
    'SELECT id, ambiente, eventos FROM webhook WHERE empresa_id = ? AND deleted_at IS NULL AND activo = 1',
  ),
  failing: client.prepare('UPDATE webhook SET fallando_desde = ? WHERE id = ? AND fallando_desde IS NULL'),
  healthy: client.prepare(
    'UPDATE webhook SET fallando_desde = NULL WHERE id = ? AND fallando_desde IS NOT NULL',
  ),
})
