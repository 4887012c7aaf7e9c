// The hot statements of envelopes, of what travels again and of lines: each run of a company's line goes through them
// (src §3.15; store §4).

import type { Database } from 'better-sqlite3'
import type { Ambiente } from '../../../domain/ambiente'
import type { Estado } from '../../../jobs/estados'
import type { reenvio } from '../../../store/tables/documento'
import type { envio } from '../../../store/tables/envio'
import type { Row } from '../../../store/tables/row'
import type { EmitidoRow } from '../documento/documento-store'

export type EnvioRow = Row<typeof envio>
type ReenvioRow = Row<typeof reenvio>

/** Documents that travel together again; `intentos` are the temporary faults on their way. */
export type Parte = Pick<ReenvioRow, 'parte' | 'intentos'>

const JUST_SENT = "envio_id = ? AND estado_sii IN ('no_enviado', 'enviado')"

export const prepareEnvios = (client: Database) => ({
  insert: client.prepare(
    `INSERT INTO envio (id, empresa_id, ambiente, sobre, rut_envia, estado, documentos, created_at)
     VALUES (?, ?, ?, ?, ?, 'armado', ?, ?)`,
  ),
  insertMarco: client.prepare('INSERT INTO envio_marco VALUES (?, ?)'),
  marco: client
    .prepare<[id: string], Uint8Array>('SELECT marco_cifrado FROM envio_marco WHERE envio_id = ?')
    .pluck(),
  attach: client.prepare<[id: string, documentoIds: string]>(
    'UPDATE documento SET envio_id = ? WHERE id IN (SELECT value FROM json_each(?)) AND +envio_id IS NULL',
  ),
  forgetMarcoOfSet: client.prepare<[id: string]>(
    'DELETE FROM envio_marco WHERE envio_id = ? AND EXISTS (SELECT 1 FROM envio_set s WHERE s.envio_id = envio_marco.envio_id)',
  ),
  forget: client.prepare<[id: string]>('DELETE FROM envio WHERE id = ?'),
  get: client.prepare<[id: string], EnvioRow>('SELECT * FROM envio WHERE id = ?'),
  emisor: client
    .prepare<[id: string], string>(
      `SELECT rut_emisor FROM documento d WHERE envio_id = ?
       AND NOT EXISTS (SELECT 1 FROM reenvio WHERE documento_id = d.id) LIMIT 1`,
    )
    .pluck(),
  byTrack: client.prepare<[empresaId: string, Ambiente, trackId: string], EnvioRow>(
    'SELECT * FROM envio WHERE empresa_id = ? AND ambiente = ? AND track_id = ?',
  ),
  markSent: client.prepare("UPDATE envio SET estado = 'enviado', enviado_at = ? WHERE id = ?"),
  markUnsent: client.prepare("UPDATE envio SET estado = 'armado' WHERE id = ?"),
  setSeen: client.prepare<[visto: 0 | 1, id: string]>('UPDATE documento SET visto = ? WHERE envio_id = ?'),
  markReceived: client.prepare("UPDATE envio SET estado = 'recibido', track_id = ? WHERE id = ?"),
  markRefused: client.prepare(
    "UPDATE envio SET estado = 'rehusado', estado_sii = ?, glosa_sii = ? WHERE id = ?",
  ),
  detachAll: client.prepare<[solo: 0 | 1, id: string]>(
    'UPDATE documento SET envio_id = NULL, solo = max(solo, ?) WHERE envio_id = ?',
  ),
  detach: client.prepare<[parte: string]>(
    'UPDATE documento SET envio_id = NULL WHERE id IN (SELECT documento_id FROM reenvio WHERE parte = ?)',
  ),
  hasDiscarded: client
    .prepare<[id: string], 1>(
      "SELECT 1 FROM documento WHERE envio_id = ? AND folio_estado IN ('libre', 'por_anular') LIMIT 1",
    )
    .pluck(),
  stoppedJobs: client
    .prepare<[id: string], string>(
      `SELECT j.id FROM documento d JOIN job j ON j.id = d.job_id
       WHERE d.envio_id = ? AND j.estado IN ('failed', 'dlq')`,
    )
    .pluck(),
  givenUp: client
    .prepare<[id: string], string>(
      `SELECT d.id FROM documento d JOIN job j ON j.id = d.job_id WHERE d.envio_id = ? AND j.estado = 'discarded'`,
    )
    .pluck(),
  usedFolios: client.prepare<[id: string]>(
    "UPDATE documento SET folio_estado = 'usado', estado_sii = 'enviado', visto = 1, conciliar = 0 WHERE envio_id = ?",
  ),
  historyOfAll: client.prepare(
    `INSERT INTO documento_historial (documento_id, fecha, estado, sii_codigo, detalle)
     SELECT id, ?, 'enviado', NULL, ? FROM documento WHERE envio_id = ?`,
  ),
  historyOfJustSent: client.prepare(
    `INSERT INTO documento_historial (documento_id, fecha, estado, sii_codigo, detalle)
     SELECT id, ?, 'en_proceso', ?, ? FROM documento WHERE ${JUST_SENT}`,
  ),
  setEnProceso: client.prepare(
    `UPDATE documento SET estado_sii = 'en_proceso', codigo_sii = ?, glosa_sii = ? WHERE ${JUST_SENT}`,
  ),
  follows: client
    .prepare<[empresaId: string, Ambiente, grupo: string, envioId: string, before: number], string>(
      `SELECT id FROM job WHERE kind = 'dte.veredicto' AND estado = 'pending' AND estado <> 'completed' AND empresa_id = ? AND ambiente = ? AND grupo = ?
         AND args ->> '$.envioId' = ? AND args ->> '$.visto' < ?`,
    )
    .pluck(),
  historyOfRefusedLook: client.prepare<[{ at: string; codigo: string | null; detalle: string; id: string }]>(
    `INSERT INTO documento_historial (documento_id, fecha, estado, sii_codigo, detalle)
     SELECT d.id, @at, d.estado_sii, @codigo, @detalle FROM documento d
     WHERE d.envio_id = @id AND d.estado_sii IN ('enviado', 'en_proceso') AND @detalle IS NOT
       (SELECT h.detalle FROM documento_historial h WHERE h.documento_id = d.id ORDER BY h.id DESC LIMIT 1)`,
  ),
  // The one that still asks before those that stopped: only where none does, has nobody the document in hand.
  lastFollow: client.prepare<
    [empresaId: string, Ambiente, grupo: string, envioId: string],
    { error: string | null; estado: Estado }
  >(
    `SELECT error, estado FROM job WHERE kind = 'dte.veredicto' AND estado <> 'completed' AND empresa_id = ? AND ambiente = ?
       AND grupo = ? AND args ->> '$.envioId' = ?
     ORDER BY estado IN ('pending', 'processing') DESC, rowid DESC LIMIT 1`,
  ),
  setState: client.prepare('UPDATE envio SET estado_sii = ?, glosa_sii = ? WHERE id = ?'),
  giveUp: client.prepare<[id: string]>('UPDATE envio SET seguido = 0 WHERE id = ?'),
  followAgain: client.prepare<[id: string]>('UPDATE envio SET seguido = 1 WHERE id = ? AND seguido = 0'),
})

export const prepareReenvios = (client: Database) => ({
  put: client.prepare(
    'INSERT OR REPLACE INTO reenvio (documento_id, grupo, parte, error) VALUES (?, ?, ?, ?)',
  ),
  of: client.prepare<[documentoId: string], Parte & Pick<ReenvioRow, 'error' | 'run_at'>>(
    'SELECT parte, intentos, error, run_at FROM reenvio WHERE documento_id = ?',
  ),
  next: client.prepare<[grupo: string, now: number, without: string], Parte>(
    `SELECT parte, intentos FROM reenvio WHERE grupo = ? AND error IS NULL AND (run_at IS NULL OR run_at <= ?)
       AND parte NOT IN (SELECT value FROM json_each(?)) ORDER BY rowid LIMIT 1`,
  ),
  nextAt: client
    .prepare<[grupo: string], number | null>(
      'SELECT min(coalesce(run_at, 0)) FROM reenvio WHERE grupo = ? AND error IS NULL',
    )
    .pluck(),
  recall: client.prepare<[at: number, limit: number]>('UPDATE reenvio SET run_at = ? WHERE run_at > ?'),
  documentos: client.prepare<[parte: string], EmitidoRow>(
    'SELECT d.* FROM reenvio r JOIN documento d ON d.id = r.documento_id WHERE r.parte = ? ORDER BY d.rowid',
  ),
  fail: client.prepare('UPDATE reenvio SET intentos = intentos + 1, run_at = ? WHERE parte = ?'),
  stop: client.prepare('UPDATE reenvio SET error = ? WHERE parte = ?'),
  again: client.prepare<[parte: string]>(
    'UPDATE reenvio SET error = NULL, intentos = 0, run_at = NULL WHERE parte = ?',
  ),
  remove: client.prepare<[documentoId: string]>('DELETE FROM reenvio WHERE documento_id = ?'),
  landed: client.prepare<[envioId: string]>(
    'DELETE FROM reenvio WHERE documento_id IN (SELECT id FROM documento WHERE envio_id = ?)',
  ),
})

/** The public jobs of a line, all of one `kind`. */
export const prepareLineas = (client: Database, kind: string) => ({
  ready: client
    .prepare<[grupo: string, most: number], string>(
      `SELECT id FROM job WHERE grupo = ? AND estado = 'pending' AND run_at IS NULL AND mudado = 0
       ORDER BY lugar, queued_at, rowid LIMIT ?`,
    )
    .pluck(),
  newest: client
    .prepare<[grupo: string], number>(
      `SELECT queued_at FROM job WHERE grupo = ? AND estado = 'pending' AND run_at IS NULL AND mudado = 0
       ORDER BY lugar DESC, queued_at DESC LIMIT 1`,
    )
    .pluck(),
  /** Why a line waits; null where it does not for a fault. */
  whyWaits: client
    .prepare<[clave: string], string | null>(
      `SELECT error FROM job WHERE clave = ? AND estado = 'pending' AND run_at IS NOT NULL AND fallas > 0`,
    )
    .pluck(),
  nextAt: client
    .prepare<[empresaId: string, Ambiente, grupo: string], number | null>(
      `SELECT min(run_at) FROM job WHERE kind = '${kind}' AND estado = 'pending' AND estado <> 'completed'
       AND empresa_id = ? AND ambiente = ? AND grupo = ?`,
    )
    .pluck(),
})
