// Every statement about taxpayers, prepared once (src §3.15, §3.16).

import type { Database } from 'better-sqlite3'
import type { simContribuyente } from '../../store/tables/simulador'
import type { Lado } from '../hosts'

export type ContribuyenteLeido = Omit<typeof simContribuyente.$inferSelect, 'lado'>

const CONTRIBUYENTE = 'rut, inscrito, emisor, tipos_dte AS tiposDte, personas, descripcion'

export const prepareContribuyentes = (db: Database) => ({
  find: db.prepare<[Lado, string], ContribuyenteLeido>(
    `SELECT ${CONTRIBUYENTE} FROM sim_contribuyente WHERE lado = ? AND rut = ?`,
  ),
  list: db.prepare<[Lado], ContribuyenteLeido>(
    `SELECT ${CONTRIBUYENTE} FROM sim_contribuyente WHERE lado = ? ORDER BY rut`,
  ),
  save: db.prepare('INSERT OR REPLACE INTO sim_contribuyente VALUES (?, ?, ?, ?, ?, ?, ?)'),
  forget: db.prepare<[Lado, string]>('DELETE FROM sim_contribuyente WHERE lado = ? AND rut = ?'),
  /** The types that a RUT ever sent in an owner's world, each with its first arrival. */
  sent: db.prepare<[Lado, string, dueno: string], { tipoDte: number; at: number }>(
    `SELECT d.tipo_dte AS tipoDte, min(e.recibido_at) AS at FROM sim_documento d JOIN sim_envio e ON e.track_id = d.track_id
     WHERE d.lado = ? AND d.rut_emisor = ? AND coalesce(e.dueno, '') = ? GROUP BY d.tipo_dte`,
  ),
  /** Whom the registry knows and who ever sent something, by RUT. */
  known: db
    .prepare<[Lado, Lado, dueno: string], string>(
      `SELECT rut FROM sim_contribuyente WHERE lado = ? UNION
       SELECT rut_empresa FROM sim_envio WHERE lado = ? AND coalesce(dueno, '') = ? ORDER BY 1`,
    )
    .pluck(),
})
