// The statements of what is under way at the SII about folios (src §3.15; store §4).

import type { Database } from 'better-sqlite3'
import type { caf, folioApartado } from '../../../store/tables/folios'
import type { folioAnulacion, folioSolicitud } from '../../../store/tables/folios-sii'
import type { Row } from '../../../store/tables/row'
import type { Key } from '../statements'

export type SolicitudRow = Row<typeof folioSolicitud>
export type TramoRow = Row<typeof folioAnulacion>
type ApartadoRow = Row<typeof folioApartado>
type CafRow = Pick<Row<typeof caf>, 'id' | 'desde' | 'hasta' | 'siguiente'>

const DEL_TIPO = 'empresa_id = @empresaId AND ambiente = @ambiente AND tipo_dte = @tipoDte'
/** Said as the index of the gaps says it, which SQLite else does not use: it would read every document of the company. */
const POR_ANULAR = (estado: string) => `${estado} IN ('por_anular', 'libre') AND ${estado} = 'por_anular'`

export const prepareSolicitudes = (client: Database) => ({
  get: client.prepare<[jobId: string], SolicitudRow>('SELECT * FROM folio_solicitud WHERE job_id = ?'),
  insert: client.prepare<[Key & { jobId: string }]>(
    `INSERT INTO folio_solicitud (job_id, empresa_id, ambiente, tipo_dte) VALUES (@jobId, @empresaId, @ambiente, @tipoDte)`,
  ),
  confirm: client.prepare<
    [{ jobId: string; cantidad: number; maxAutorizado: number | null; sinUsar: number | null }]
  >(
    `UPDATE folio_solicitud SET paso = 'confirmada', cantidad = @cantidad, max_autorizado = @maxAutorizado,
       sin_usar = @sinUsar WHERE job_id = @jobId`,
  ),
  grant: client.prepare<[{ jobId: string; desde: number; hasta: number; at: string | null }]>(
    `UPDATE folio_solicitud SET paso = 'otorgada', desde = @desde, hasta = @hasta, enviada_at = @at WHERE job_id = @jobId`,
  ),
  answered: client.prepare<[jobId: string]>('UPDATE folio_solicitud SET enviada_at = NULL WHERE job_id = ?'),
  granted: client.prepare<[{ jobId: string; desde: number; hasta: number }]>(
    `UPDATE folio_solicitud SET paso = 'descargada', desde = @desde, hasta = @hasta, enviada_at = NULL WHERE job_id = @jobId`,
  ),
  /** The SII has not granted what it was asked for: from the beginning. */
  restart: client.prepare<[jobId: string]>(
    `UPDATE folio_solicitud SET paso = 'pedida', desde = NULL, hasta = NULL, enviada_at = NULL WHERE job_id = ?`,
  ),
  load: client.prepare<[{ jobId: string; cafId: string; desde: number; hasta: number; max: number | null }]>(
    `UPDATE folio_solicitud SET paso = 'cargada', caf_id = @cafId, desde = @desde, hasta = @hasta,
       max_autorizado = coalesce(@max, max_autorizado) WHERE job_id = @jobId`,
  ),
  forget: client.prepare<[jobId: string]>('DELETE FROM folio_solicitud WHERE job_id = ?'),
  /** Jobs of the type that the SII refused, with no range that may stand there. */
  refused: client
    .prepare<[Key], string>(
      `SELECT s.job_id FROM folio_solicitud s JOIN job j ON j.id = s.job_id
       WHERE s.empresa_id = @empresaId AND s.ambiente = @ambiente AND s.tipo_dte = @tipoDte AND j.estado = 'failed'
       AND s.paso IN ('pedida', 'confirmada')`,
    )
    .pluck(),
  /** A job of the type that stopped, or waits, with a range that may stand at the SII and is not here. */
  open: client.prepare<[Key], { job_id: string; detenida: 0 | 1 }>(
    `SELECT s.job_id, j.estado IN ('failed', 'dlq') AS detenida FROM folio_solicitud s JOIN job j ON j.id = s.job_id
     WHERE s.empresa_id = @empresaId AND s.ambiente = @ambiente AND s.tipo_dte = @tipoDte
       AND s.paso IN ('otorgada', 'descargada') ORDER BY detenida DESC LIMIT 1`,
  ),
  /** The job of the type that goes on, whatever it asks for. */
  underWay: client
    .prepare<[Key], string>(
      `SELECT s.job_id FROM job j JOIN folio_solicitud s ON s.job_id = j.id
       WHERE j.kind = 'folios.solicitar' AND j.estado IN ('pending', 'processing', 'scheduled') AND j.estado <> 'completed'
         AND j.empresa_id = @empresaId AND j.ambiente = @ambiente AND s.tipo_dte = @tipoDte LIMIT 1`,
    )
    .pluck(),
})

export const prepareRangos = (client: Database) => ({
  exact: client
    .prepare<[Key & { desde: number; hasta: number }], string>(
      `SELECT id FROM caf WHERE ${DEL_TIPO} AND desde = @desde AND hasta = @hasta`,
    )
    .pluck(),
  crossing: client.prepare<[Key & { desde: number; hasta: number }], CafRow>(
    `SELECT id, desde, hasta, siguiente FROM caf WHERE ${DEL_TIPO} AND desde <= @hasta AND hasta >= @desde ORDER BY desde`,
  ),
})

export const prepareAnulaciones = (client: Database) => ({
  insert: client.prepare<[{ jobId: string; desde: number; hasta: number; cafId: string }]>(
    'INSERT INTO folio_anulacion (job_id, desde, hasta, caf_id) VALUES (@jobId, @desde, @hasta, @cafId)',
  ),
  next: client.prepare<[jobId: string], TramoRow>(
    `SELECT * FROM folio_anulacion WHERE job_id = ? AND estado IN ('pendiente', 'pedido') ORDER BY desde LIMIT 1`,
  ),
  all: client.prepare<[jobId: string], TramoRow>(
    'SELECT * FROM folio_anulacion WHERE job_id = ? ORDER BY desde',
  ),
  ask: client.prepare<[jobId: string, desde: number]>(
    "UPDATE folio_anulacion SET estado = 'pedido' WHERE job_id = ? AND desde = ?",
  ),
  annul: client.prepare<[at: string, jobId: string, desde: number]>(
    "UPDATE folio_anulacion SET estado = 'anulado', anulado_en = ? WHERE job_id = ? AND desde = ?",
  ),
  refuse: client.prepare<[glosa: string, jobId: string, desde: number]>(
    "UPDATE folio_anulacion SET estado = 'rehusado', glosa = ? WHERE job_id = ? AND desde = ?",
  ),
  shorten: client.prepare<[hasta: number, jobId: string, desde: number]>(
    "UPDATE folio_anulacion SET estado = 'pendiente', hasta = ? WHERE job_id = ? AND desde = ?",
  ),
  /** Documents that bear folios of a range, and what else keeps one from being annulled. */
  borne: client.prepare<[Key & { desde: number; hasta: number }], { folio: number }>(
    `SELECT DISTINCT folio FROM documento WHERE ${DEL_TIPO} AND folio BETWEEN @desde AND @hasta
       AND folio_estado <> 'libre' AND (folio_estado <> 'por_anular' OR conciliar = 2 AND codigo_sii <> 'FAN')
     ORDER BY folio LIMIT 1001`,
  ),
  elsewhere: client.prepare<[Key & { desde: number; hasta: number }], { desde: number; hasta: number }>(
    `SELECT max(a.desde, @desde) AS desde, min(a.hasta, @hasta) AS hasta FROM folio_apartado a JOIN caf c ON c.id = a.caf_id
     WHERE c.empresa_id = @empresaId AND c.ambiente = @ambiente AND c.tipo_dte = @tipoDte AND a.estado = 'emitido_fuera'
       AND a.dicho_por = 'sii' AND a.desde <= @hasta AND a.hasta >= @desde ORDER BY 1`,
  ),
  annulled: client.prepare<[Key & { desde: number; hasta: number }], { desde: number; hasta: number }>(
    `SELECT max(a.desde, @desde) AS desde, min(a.hasta, @hasta) AS hasta FROM folio_apartado a JOIN caf c ON c.id = a.caf_id
     WHERE c.empresa_id = @empresaId AND c.ambiente = @ambiente AND c.tipo_dte = @tipoDte AND a.estado = 'anulado'
       AND a.desde <= @hasta AND a.hasta >= @desde
     UNION SELECT d.folio, d.folio FROM documento d LEFT JOIN folio_anulacion h ON h.caf_id = d.caf_id AND h.estado = 'anulado'
       AND d.folio BETWEEN h.desde AND h.hasta
     WHERE d.empresa_id = @empresaId AND d.ambiente = @ambiente AND d.tipo_dte = @tipoDte AND d.folio BETWEEN @desde AND @hasta
       AND ${POR_ANULAR('d.folio_estado')} AND (h.desde IS NOT NULL OR d.conciliar = 2 AND d.codigo_sii = 'FAN') ORDER BY 1`,
  ),
  free: client.prepare<[cafId: string, desde: number, hasta: number, empresaId: string], { folio: number }>(
    `SELECT folio FROM folio_libre WHERE caf_id = ? AND folio BETWEEN ? AND ? AND empresa_id = ? ORDER BY folio`,
  ),
  dropFree: client.prepare<[cafId: string, folio: number]>(
    'DELETE FROM folio_libre WHERE caf_id = ? AND folio = ?',
  ),
  /** Folios that stay for documents to come, though those behind them are taken out of use. */
  leave: client.prepare<[{ cafId: string; hasta: number }]>(
    `INSERT INTO folio_libre (empresa_id, ambiente, tipo_dte, folio, caf_id)
     WITH RECURSIVE f (folio) AS (SELECT siguiente FROM caf WHERE id = @cafId
       UNION ALL SELECT folio + 1 FROM f WHERE folio < @hasta)
     SELECT empresa_id, ambiente, tipo_dte, f.folio, id FROM caf, f WHERE caf.id = @cafId AND f.folio <= @hasta`,
  ),
  pass: client.prepare<[siguiente: number, cafId: string]>('UPDATE caf SET siguiente = ? WHERE id = ?'),
  /** Those within a run of which the SII has not said that it has them, with their edges: for annulment, or used by a person's word. */
  aside: client.prepare<
    [{ cafId: string; desde: number; hasta: number }],
    Pick<ApartadoRow, 'desde' | 'hasta' | 'estado' | 'motivo' | 'created_at' | 'dicho_por'>
  >(
    `SELECT desde, hasta, estado, motivo, created_at, dicho_por FROM folio_apartado
     WHERE caf_id = @cafId AND (estado = 'por_anular' OR estado = 'emitido_fuera' AND dicho_por = 'persona') AND desde <= @hasta AND hasta >= @desde ORDER BY desde`,
  ),
  /** By a person's word used elsewhere, or passed over, within a run, in ranges that may still sign. */
  dichos: client.prepare<
    [Key & { desde: number; hasta: number; hoy: string }],
    { cafId: string; desde: number; hasta: number; ultimo: number }
  >(
    `SELECT c.id AS cafId, max(a.desde, @desde) AS desde, min(a.hasta, @hasta) AS hasta, c.hasta AS ultimo FROM folio_apartado a
     JOIN caf c ON c.id = a.caf_id
     WHERE c.empresa_id = @empresaId AND c.ambiente = @ambiente AND c.tipo_dte = @tipoDte AND a.estado IN ('emitido_fuera', 'por_anular')
       AND a.dicho_por = 'persona' AND a.desde <= @hasta AND a.hasta >= @desde AND (c.vence_el IS NULL OR c.vence_el >= @hoy)
     ORDER BY 2`,
  ),
  /** The last folio up to `hasta` of a range of which it is known that the SII has it in a document of elsewhere. */
  lastElsewhere: client
    .prepare<[Key & { cafId: string; desde: number; hasta: number }], number | null>(
      `SELECT max(folio) FROM (
         SELECT max(hasta) AS folio FROM folio_apartado WHERE caf_id = @cafId AND estado = 'emitido_fuera' AND dicho_por = 'sii'
         UNION ALL SELECT max(folio) FROM documento WHERE ${DEL_TIPO} AND folio BETWEEN @desde AND @hasta
           AND ${POR_ANULAR('folio_estado')} AND conciliar = 2 AND codigo_sii <> 'FAN')`,
    )
    .pluck(),
  giveBack: client.prepare<[folio: number, cafId: string]>(
    `INSERT INTO folio_libre (empresa_id, ambiente, tipo_dte, folio, caf_id)
     SELECT empresa_id, ambiente, tipo_dte, ?, id FROM caf WHERE id = ?`,
  ),
  dropAside: client.prepare<[cafId: string, desde: number]>(
    'DELETE FROM folio_apartado WHERE caf_id = ? AND desde = ?',
  ),
  setAside: client.prepare<
    [
      {
        cafId: string
        desde: number
        hasta: number
        estado: ApartadoRow['estado']
        dichoPor: ApartadoRow['dicho_por']
        motivo: string
        createdAt: string
        anuladoEn: string | null
      },
    ]
  >(
    `INSERT INTO folio_apartado (caf_id, desde, hasta, estado, motivo, created_at, anulado_en, dicho_por)
     VALUES (@cafId, @desde, @hasta, @estado, @motivo, @createdAt, @anuladoEn, @dichoPor)`,
  ),
})
