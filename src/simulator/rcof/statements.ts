// Every statement about reports of used folios at the simulated SII, prepared once (src §3.15, §3.16).

import type { Database } from 'better-sqlite3'
import { BOLETAS, TIPOS_RCOF } from '../../domain/rcof'
import type { simRcof } from '../../store/tables/simulador-rcof'
import type { Lado } from '../hosts'

export type RcofLeido = typeof simRcof.$inferSelect

/** A document of the ledger as far as a report counts it. */
export interface Contado {
  tipoDte: number
  folio: number
  montoTotal: string
}

const RCOF = `track_id AS trackId, lado, dueno, rut_envia AS rutEnvia, rut_empresa AS rutEmpresa, archivo, sha1, veces,
  recibido_at AS recibidoAt, repetido_at AS repetidoAt, listo_at AS listoAt, fecha, secuencia, estado, razones, resumen`

export const prepareRcof = (db: Database) => ({
  lastTrackId: db.prepare<[], number | null>('SELECT max(track_id) FROM sim_rcof').pluck(),
  insert: db.prepare(
    `INSERT INTO sim_rcof (track_id, lado, dueno, rut_envia, rut_empresa, archivo, sha1, recibido_at, listo_at, fecha, secuencia,
       estado, razones, resumen)
     VALUES (@trackId, @lado, @dueno, @rutEnvia, @rutEmpresa, @archivo, @sha1, @recibidoAt, @listoAt, @fecha, @secuencia,
       @estado, @razones, @resumen)`,
  ),
  find: db.prepare<[trackId: number], RcofLeido>(`SELECT ${RCOF} FROM sim_rcof WHERE track_id = ?`),
  same: db.prepare<[Lado, rutEmpresa: string, sha1: string], RcofLeido>(
    `SELECT ${RCOF} FROM sim_rcof WHERE lado = ? AND rut_empresa = ? AND sha1 = ?`,
  ),
  repeat: db.prepare<[at: number, trackId: number]>(
    'UPDATE sim_rcof SET veces = veces + 1, repetido_at = ? WHERE track_id = ?',
  ),
  judge: db.prepare<[estado: string, razones: string, trackId: number]>(
    'UPDATE sim_rcof SET estado = ?, razones = ? WHERE track_id = ?',
  ),
  list: db.prepare<[{ todos: 0 | 1; dueno: string | null; rut: string | null }], RcofLeido>(
    `SELECT ${RCOF} FROM sim_rcof WHERE (@todos OR dueno IS @dueno) AND (@rut IS NULL OR rut_empresa = @rut)
     ORDER BY track_id DESC LIMIT 1000`,
  ),
  /** The reports of a day before one: the last number of all, and of those that were not rejected. */
  lastSecuencia: db.prepare<
    [Lado, rutEmpresa: string, dueno: string | null, fecha: string, before: number],
    { todas: number; buenas: number }
  >(
    `SELECT coalesce(max(secuencia), 0) AS todas,
       coalesce(max(secuencia) FILTER (WHERE estado NOT IN ('RFR', 'RCT')), 0) AS buenas
     FROM sim_rcof WHERE lado = ? AND rut_empresa = ? AND dueno IS ? AND fecha = ? AND track_id < ?`,
  ),
  /** Boletas of a day that were received by then and not rejected, and the notes over boletas that were accepted. */
  contados: db.prepare<
    [{ lado: Lado; rut: string; dueno: string | null; fecha: string; hasta: number }],
    Contado
  >(
    `SELECT DISTINCT d.tipo_dte AS tipoDte, d.folio, d.monto_total AS montoTotal
     FROM sim_documento d JOIN sim_envio e ON e.track_id = d.track_id
     WHERE d.lado = @lado AND d.rut_emisor = @rut AND d.tipo_dte IN (${TIPOS_RCOF}) AND d.fecha_emision = @fecha
       AND e.dueno IS @dueno AND e.recibido_at <= @hasta AND coalesce(d.veredicto, '') <> 'rechazado'
       AND (d.tipo_dte IN (${BOLETAS}) OR EXISTS (SELECT 1 FROM sim_referencia r
         WHERE r.lado = d.lado AND r.rut_emisor = d.rut_emisor AND r.tipo_dte IN (${BOLETAS}) AND r.nota_id = d.id))
     ORDER BY d.tipo_dte, d.folio`,
  ),
})
