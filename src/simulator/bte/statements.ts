// Every statement about boletas of third parties at the simulated SII, prepared once (src §3.15, §3.16).

import type { Database } from 'better-sqlite3'
import type { simBte } from '../../store/tables/simulador-bte'

export type Bte = typeof simBte.$inferSelect

/** Those of days from `desde` to `hasta`, `YYYY-MM-DD`, in an owner's world. */
export interface Tramo {
  dueno: string
  rut: string
  desde: string
  hasta: string
}

const BTE = `rut, folio, dueno, persona, fecha, beneficiario, nombre, direccion, comuna, lineas, bruto, retencion, codigo,
  emitida_at AS emitidaAt, anulacion_at AS anulacionAt, anulada_at AS anuladaAt, causa`

export const prepareBte = (db: Database) => ({
  last: db.prepare<[rut: string], number | null>('SELECT max(folio) FROM sim_bte WHERE rut = ?').pluck(),
  insert: db.prepare<[Omit<Bte, 'anulacionAt' | 'anuladaAt' | 'causa'>]>(
    `INSERT INTO sim_bte (rut, folio, dueno, persona, fecha, beneficiario, nombre, direccion, comuna, lineas, bruto, retencion,
       codigo, emitida_at)
     VALUES (@rut, @folio, @dueno, @persona, @fecha, @beneficiario, @nombre, @direccion, @comuna, @lineas, @bruto, @retencion,
       @codigo, @emitidaAt)`,
  ),
  find: db.prepare<[rut: string, folio: number, dueno: string], Bte>(
    `SELECT ${BTE} FROM sim_bte WHERE rut = ? AND folio = ? AND dueno = ?`,
  ),
  count: db
    .prepare<[rut: string, dueno: string], number>('SELECT count(*) FROM sim_bte WHERE rut = ? AND dueno = ?')
    .pluck(),
  /** The last one to a person. */
  newest: db.prepare<[rut: string, dueno: string, beneficiario: string], Bte>(
    `SELECT ${BTE} FROM sim_bte WHERE rut = ? AND dueno = ? AND beneficiario = ? ORDER BY folio DESC LIMIT 1`,
  ),
  emitidas: db.prepare<[Tramo], Bte>(
    `SELECT ${BTE} FROM sim_bte WHERE dueno = @dueno AND rut = @rut AND fecha BETWEEN @desde AND @hasta ORDER BY folio`,
  ),
  recibidas: db.prepare<[Tramo], Bte>(
    `SELECT ${BTE} FROM sim_bte WHERE dueno = @dueno AND beneficiario = @rut AND fecha BETWEEN @desde AND @hasta
     ORDER BY fecha, rut, folio`,
  ),
  annul: db.prepare<[Pick<Bte, 'rut' | 'folio' | 'anuladaAt'> & { anulacionAt: number; causa: string }]>(
    `UPDATE sim_bte SET anulacion_at = @anulacionAt, anulada_at = @anuladaAt, causa = @causa
     WHERE rut = @rut AND folio = @folio`,
  ),
  list: db.prepare<[{ todos: 0 | 1; dueno: string; rut: string | null }], Bte>(
    `SELECT ${BTE} FROM sim_bte WHERE (@todos OR dueno = @dueno) AND (@rut IS NULL OR rut = @rut)
     ORDER BY emitida_at DESC, rut, folio DESC LIMIT 1000`,
  ),
})
