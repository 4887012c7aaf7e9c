// Every statement of the post office, prepared once (src §3.15, §3.16).

import type { Database } from 'better-sqlite3'
import type { simCorreo } from '../../store/tables/simulador-correo'

type Fila = typeof simCorreo.$inferSelect
export type CorreoLeido = Omit<Fila, 'mensaje'>

/** The filters of a look into the boxes; null is all. `caja` is whose letters, written or received. */
export interface BusquedaCorreo {
  dueno: string
  para: string | null
  caja: string | null
  /** Letters after this UID. */
  desde: number
  limite: number
}

const CORREO = 'id, dueno, de, para, asunto, message_id AS messageId, recibido_at AS recibidoAt, bytes'

export const prepareCorreo = (db: Database) => ({
  insert: db.prepare<[Omit<Fila, 'id'>]>(
    `INSERT INTO sim_correo (dueno, de, para, asunto, message_id, recibido_at, bytes, mensaje)
     VALUES (@dueno, @de, @para, @asunto, @messageId, @recibidoAt, @bytes, @mensaje)`,
  ),
  seal: db.prepare<[mensaje: Uint8Array, id: number | bigint]>(
    'UPDATE sim_correo SET mensaje = ? WHERE id = ?',
  ),
  find: db.prepare<[id: number, dueno: string], CorreoLeido>(
    `SELECT ${CORREO} FROM sim_correo WHERE id = ? AND dueno = ?`,
  ),
  mensaje: db.prepare<[id: number], Uint8Array>('SELECT mensaje FROM sim_correo WHERE id = ?').pluck(),
  inBox: db.prepare<[BusquedaCorreo], CorreoLeido>(
    `SELECT ${CORREO} FROM sim_correo WHERE dueno = @dueno AND para = @para AND id > @desde
       AND (@caja IS NULL OR @caja IN (de, para)) ORDER BY id LIMIT @limite`,
  ),
  all: db.prepare<[BusquedaCorreo], CorreoLeido>(
    `SELECT ${CORREO} FROM sim_correo WHERE dueno = @dueno AND id > @desde
       AND (@caja IS NULL OR @caja IN (de, para)) ORDER BY id LIMIT @limite`,
  ),
  forget: db.prepare<[before: number, limit: number]>(
    'DELETE FROM sim_correo WHERE id IN (SELECT id FROM sim_correo WHERE recibido_at < ? LIMIT ?)',
  ),
})
