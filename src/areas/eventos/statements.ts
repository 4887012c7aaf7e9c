// The hot statements of events: every document emits some, and every open stream reads them and asks whether it may go on
// (src §3.15; store §4).

import type { Database } from 'better-sqlite3'
import type { Ambiente } from '../../domain/ambiente'
import type { apiKey, empresa } from '../../store/tables/empresa'
import type { evento } from '../../store/tables/evento'
import type { Row } from '../../store/tables/row'
import type { sesion, usuario } from '../../store/tables/usuario'

export type EventoLeido = Pick<Row<typeof evento>, 'numero' | 'evento' | 'cuerpo'>

type Living = Pick<Row<typeof empresa>, 'deleted_at'>
type KeyRow = Pick<Row<typeof apiKey>, 'expires_at' | 'revoked_at'> & Living
type SessionRow = Pick<Row<typeof sesion>, 'empresa_id' | 'revoked_at' | 'cookie_hasta'> &
  Pick<Row<typeof usuario>, 'rol' | 'permisos_extra' | 'permisos_quitados' | 'empresas'> &
  Living

const lastNumber = (client: Database) =>
  client.prepare<[string], number>('SELECT ultimo FROM evento_numero WHERE empresa_id = ?').pluck()

export const prepareEventos = (client: Database) => ({
  last: lastNumber(client),
  count: client.prepare('UPDATE evento_numero SET ultimo = ultimo + ? WHERE empresa_id = ?'),
  begin: client.prepare('INSERT INTO evento_numero (empresa_id, ultimo) VALUES (?, ?)'),
  insert: client.prepare('INSERT INTO evento VALUES (?, ?, ?, ?, ?, ?, ?)'),
  once: client.prepare('INSERT INTO evento_aviso VALUES (?, ?, ?) ON CONFLICT DO NOTHING'),
})

/** `frames` events are read at a time. */
export const prepareHistory = (client: Database, frames: number) => ({
  last: lastNumber(client),
  kept: client
    .prepare<[string, number, number], number>(
      'SELECT count(*) FROM evento WHERE empresa_id = ? AND numero > ? AND created_at >= ?',
    )
    .pluck(),
  next: client.prepare<[string, number, Ambiente], EventoLeido>(
    `SELECT numero, evento, cuerpo FROM evento
     WHERE empresa_id = ? AND numero > ? AND (ambiente IS NULL OR ambiente = ?) ORDER BY numero LIMIT ${frames}`,
  ),
})

export const prepareStanding = (client: Database) => ({
  session: client.prepare<[string], SessionRow>(
    `SELECT s.empresa_id, s.revoked_at, s.cookie_hasta, u.rol, u.permisos_extra, u.permisos_quitados, u.empresas, e.deleted_at
     FROM sesion s JOIN usuario u ON u.id = s.usuario_id LEFT JOIN empresa e ON e.id = s.empresa_id WHERE s.id = ?`,
  ),
  key: client.prepare<[string], KeyRow>(
    `SELECT k.expires_at, k.revoked_at, e.deleted_at FROM api_key k JOIN empresa e ON e.id = k.empresa_id
     WHERE k.id = ?`,
  ),
})
