// The hot statements of folios: every document takes one, every folio freed or gained is weighed against its threshold, and a
// summary asks for the stock of every company (src §3.15; store §4).

import type { Database } from 'better-sqlite3'
import type { Titular } from '../../domain/titular'
import type { documento } from '../../store/tables/documento'
import type { caf, folioAlerta, folioApartado } from '../../store/tables/folios'
import type { job } from '../../store/tables/job'
import type { Row } from '../../store/tables/row'

type Caf = Row<typeof caf>

/** A company, its environment and a type of document. */
export interface Key extends Titular {
  tipoDte: number
}

/** That a range may still sign on a day: the statement's next parameter. */
const VIGENTE = '(caf.vence_el IS NULL OR caf.vence_el >= ?)'

/** `aviso_bajo`: the threshold at which few are to be told of; null when that was done. */
export type TakenRow = Pick<Caf, 'fecha_autorizacion' | 'hasta' | 'aviso_bajo' | 'por_conciliar'> & {
  folio: number
  caf_id: string
}

// Found and then written: RETURNING makes SQLite build a table for its answer, which costs more than both statements. And
// `+?` because of how SQLite treats a bare parameter (store/driver.ts).
export const prepareReserva = (client: Database) => ({
  findFree: client.prepare<[string, string, number, string], TakenRow>(
    `SELECT libre.folio, libre.caf_id, caf.fecha_autorizacion, caf.hasta, caf.aviso_bajo, caf.por_conciliar
     FROM folio_libre libre JOIN caf ON caf.id = libre.caf_id
     WHERE libre.empresa_id = ? AND libre.ambiente = ? AND libre.tipo_dte = ? AND ${VIGENTE}
     ORDER BY libre.folio LIMIT 1`,
  ),
  deleteFree: client.prepare<[string, string, number, number]>(
    'DELETE FROM folio_libre WHERE empresa_id = ? AND ambiente = ? AND tipo_dte = ? AND folio = ?',
  ),
  findNew: client.prepare<[string, string, number, string], TakenRow>(
    `SELECT siguiente AS folio, id AS caf_id, fecha_autorizacion, hasta, aviso_bajo, por_conciliar FROM caf
     WHERE empresa_id = ? AND ambiente = ? AND tipo_dte = ? AND siguiente <= hasta AND ${VIGENTE}
     ORDER BY fecha_autorizacion, desde LIMIT 1`,
  ),
  takeNew: client.prepare('UPDATE caf SET siguiente = siguiente + 1 WHERE id = ?'),
  // The range itself says whether the folio was ever taken: what was not cannot be given back.
  giveBack: client.prepare(
    // A company that was deleted and made anew since has given its range, and what is freed of it, to its new row (inherit-caf.ts).
    `INSERT INTO folio_libre (empresa_id, ambiente, tipo_dte, folio, caf_id)
     SELECT empresa_id, ambiente, tipo_dte, @folio, id FROM caf
     WHERE id = @cafId AND (empresa_id = @empresaId OR @folio <= heredado_hasta) AND ambiente = @ambiente AND tipo_dte = @tipoDte
       AND @folio BETWEEN desde AND siguiente - 1`,
  ),
})

export const prepareDisponibles = (client: Database) =>
  client
    .prepare<[string, string, number, string, string, string, number, string], number>(
      `SELECT (SELECT coalesce(sum(hasta - siguiente + 1), 0) FROM caf
         WHERE empresa_id = ? AND ambiente = ? AND tipo_dte = ? AND siguiente <= hasta AND ${VIGENTE})
       + (SELECT count(*) FROM folio_libre libre JOIN caf ON caf.id = libre.caf_id
         WHERE libre.empresa_id = ? AND libre.ambiente = ? AND libre.tipo_dte = ? AND ${VIGENTE})`,
    )
    .pluck()

const EN_VIGOR = `coalesce(
  (SELECT a.umbral FROM folio_alerta a
   WHERE a.empresa_id = @empresaId AND a.ambiente = @ambiente AND a.tipo_dte = @tipoDte),
  (SELECT e.alerta_folios FROM empresa e WHERE e.id = @empresaId),
  (SELECT (n.hasta - n.desde + 10) / 10 FROM caf n
   WHERE n.empresa_id = @empresaId AND n.ambiente = @ambiente AND n.tipo_dte = @tipoDte
   ORDER BY n.fecha_autorizacion DESC, n.desde DESC LIMIT 1))`

// By the company's RUT, because that is what the index of the ranges begins with.
const DEL_TIPO = `rut_emisor = (SELECT rut FROM empresa WHERE id = @empresaId) AND empresa_id = @empresaId
  AND ambiente = @ambiente AND tipo_dte = @tipoDte`

export const prepareAlertas = (client: Database) => ({
  find: client.prepare<
    [Key],
    Pick<
      Row<typeof folioAlerta>,
      'umbral' | 'reposicion_automatica' | 'cantidad' | 'pronostico' | 'rehusado_en'
    >
  >(
    `SELECT umbral, reposicion_automatica, cantidad, pronostico, rehusado_en FROM folio_alerta
     WHERE empresa_id = @empresaId AND ambiente = @ambiente AND tipo_dte = @tipoDte`,
  ),
  enVigor: client.prepare<[Key], number | null>(`SELECT ${EN_VIGOR}`).pluck(),
  arm: client.prepare<[Key]>(`UPDATE caf SET aviso_bajo = ${EN_VIGOR} WHERE ${DEL_TIPO}`),
  disarm: client.prepare<[Key]>(`UPDATE caf SET aviso_bajo = NULL WHERE ${DEL_TIPO}`),
  refuse: client.prepare<[Key & { at: string }]>(
    `UPDATE folio_alerta SET rehusado_en = @at
     WHERE empresa_id = @empresaId AND ambiente = @ambiente AND tipo_dte = @tipoDte`,
  ),
  isTold: client
    .prepare<[Key], number>(`SELECT EXISTS (SELECT 1 FROM caf WHERE ${DEL_TIPO} AND aviso_bajo IS NULL)`)
    .pluck(),
})

/** Said as the index of the gaps says it, which SQLite else does not use: it would read every document of the company. */
const LIBRE = "d.folio_estado IN ('por_anular', 'libre') AND d.folio_estado = 'libre'"

export const prepareStock = (client: Database) => ({
  nextTaken: client
    .prepare<[string, string, number, number], string>(
      `SELECT created_at FROM documento WHERE empresa_id = ? AND ambiente = ? AND tipo_dte = ? AND folio >= ?
       AND folio_estado <> 'libre' ORDER BY folio LIMIT 1`,
    )
    .pluck(),
  /**
   * The folios passed over from one folio on that no document here ever bore: set aside, or left for later
   * documents.
   */
  skipped: client
    .prepare<Key & { id: string; low: number }, number>(
      `SELECT (SELECT coalesce(sum(hasta - max(desde, @low) + 1), 0) FROM folio_apartado
         WHERE caf_id = @id AND hasta >= @low)
       + (SELECT count(*) FROM folio_libre libre WHERE libre.empresa_id = @empresaId AND libre.ambiente = @ambiente
         AND libre.tipo_dte = @tipoDte AND libre.folio >= @low AND libre.caf_id = @id AND NOT EXISTS (SELECT 1 FROM documento d
           WHERE d.empresa_id = libre.empresa_id AND d.ambiente = libre.ambiente AND d.tipo_dte = libre.tipo_dte
             AND d.folio = libre.folio AND ${LIBRE}))`,
    )
    .pluck(),
})

type AttentionRow = Pick<Caf, 'tipo_dte' | 'vence_el'> & { en_uso: 0 | 1 }

// By the company's RUT, because that is what the index of the ranges begins with.
export const prepareAttention = (client: Database) =>
  client.prepare<[Omit<Key, 'tipoDte'> & { hoy: string; desde: string }], AttentionRow>(
    `SELECT tipo_dte,
       min(CASE WHEN vence_el >= @hoy AND (siguiente <= hasta OR EXISTS (SELECT 1 FROM folio_libre libre
         WHERE libre.empresa_id = caf.empresa_id AND libre.ambiente = caf.ambiente AND libre.tipo_dte = caf.tipo_dte
           AND libre.caf_id = caf.id)) THEN vence_el END) AS vence_el,
       EXISTS (SELECT 1 FROM documento_dia dia WHERE dia.empresa_id = @empresaId AND dia.ambiente = @ambiente
         AND dia.fecha_emision >= @desde AND dia.tipo_dte = caf.tipo_dte AND dia.documentos > 0) AS en_uso
     FROM caf WHERE rut_emisor = (SELECT rut FROM empresa WHERE id = @empresaId) AND ambiente = @ambiente
       AND empresa_id = @empresaId GROUP BY tipo_dte ORDER BY tipo_dte`,
  )

type Documento = Row<typeof documento>

/** A folio that a document bore once, or none did, with the `motivo`. */
export interface HuecoRow extends Pick<Documento, 'tipo_dte' | 'folio' | 'glosa_sii'> {
  job_id: Documento['job_id'] | null
  estado_sii: Documento['estado_sii'] | null
  error: Row<typeof job>['error']
  motivo: Row<typeof folioApartado>['motivo'] | null
  estado: Row<typeof folioApartado>['estado'] | 'reutilizable'
  anulado_en: string | null
  dicho_por: Row<typeof folioApartado>['dicho_por'] | null
}

// A folio freed twice has two documents: SQLite takes the bare columns from the row of max(created_at), the later one.
const BORNE = `SELECT d.tipo_dte, d.folio, d.job_id, job.error, d.estado_sii, d.glosa_sii, NULL AS motivo,
    CASE WHEN d.folio_estado = 'por_anular' AND d.conciliar = 2 THEN iif(d.codigo_sii = 'FAN', 'anulado', 'emitido_fuera')
      WHEN hecha.anulado_en IS NOT NULL THEN 'anulado'
      WHEN libre.folio IS NOT NULL AND (caf.vence_el IS NULL OR caf.vence_el >= @hoy) THEN 'reutilizable'
      ELSE 'por_anular' END AS estado, hecha.anulado_en, NULL AS dicho_por, max(d.created_at)
  FROM documento d
  JOIN caf ON caf.id = d.caf_id
  LEFT JOIN job ON job.id = d.job_id
  LEFT JOIN folio_libre libre ON libre.empresa_id = d.empresa_id AND libre.ambiente = d.ambiente
    AND libre.tipo_dte = d.tipo_dte AND libre.folio = d.folio
  LEFT JOIN folio_anulacion hecha ON hecha.caf_id = d.caf_id AND hecha.estado = 'anulado'
    AND d.folio_estado = 'por_anular' AND d.folio BETWEEN hecha.desde AND hecha.hasta
  WHERE d.empresa_id = @empresaId AND d.ambiente = @ambiente AND d.folio_estado IN ('por_anular', 'libre')
    AND (d.folio_estado = 'por_anular' OR libre.folio IS NOT NULL)
  GROUP BY d.tipo_dte, d.folio`

const APARTADOS = `FROM folio_apartado a JOIN caf c ON c.id = a.caf_id
  WHERE c.empresa_id = @empresaId AND c.ambiente = @ambiente`

// Set aside by ranges, told one by one: in order, and no further than the page reaches.
const SET_ASIDE = `SELECT tipo_dte, desde AS folio, NULL, NULL, NULL, NULL, motivo, estado, anulado_en, iif(estado = 'emitido_fuera', dicho_por, NULL), NULL
  FROM cada`
const CADA = `WITH RECURSIVE cada (tipo_dte, desde, hasta, motivo, estado, anulado_en, dicho_por) AS (
    SELECT c.tipo_dte, iif(c.tipo_dte = @tipo, max(a.desde, @folio + 1), a.desde), a.hasta, a.motivo, a.estado, a.anulado_en, a.dicho_por
    ${APARTADOS} AND (c.tipo_dte, a.hasta) > (@tipo, @folio)
    UNION ALL SELECT tipo_dte, desde + 1, hasta, motivo, estado, anulado_en, dicho_por FROM cada WHERE desde < hasta
    ORDER BY 1, 2 LIMIT @reach)`

export const prepareHuecos = (client: Database) => ({
  list: client.prepare<[object], HuecoRow>(
    `${CADA} SELECT * FROM (${BORNE} UNION ALL ${SET_ASIDE}) WHERE (tipo_dte, folio) > (@tipo, @folio)
     ORDER BY tipo_dte, folio LIMIT @limit OFFSET @offset`,
  ),
  total: client
    .prepare<[object], number>(
      `SELECT (SELECT count(*) FROM (${BORNE})) + (SELECT coalesce(sum(a.hasta - a.desde + 1), 0) ${APARTADOS})`,
    )
    .pluck(),
})

/** A folio or a range to be annulled at the SII. */
export interface GapRangeRow {
  tipoDte: number
  cafId: string
  venceEl: string | null
  desde: number
  hasta: number
  causa: 'hueco' | 'vencido'
}

export const prepareGapRanges = (client: Database) => ({
  all: client.prepare<[object], GapRangeRow>(
    `SELECT DISTINCT d.tipo_dte AS tipoDte, caf.id AS cafId, caf.vence_el AS venceEl, d.folio AS desde, d.folio AS hasta,
       'hueco' AS causa
     FROM documento d INDEXED BY documento_hueco JOIN caf ON caf.id = d.caf_id
     LEFT JOIN folio_libre libre ON libre.caf_id = d.caf_id AND libre.empresa_id = d.empresa_id AND libre.ambiente = d.ambiente
       AND libre.tipo_dte = d.tipo_dte AND libre.folio = d.folio
     WHERE d.empresa_id = @empresaId AND d.ambiente = @ambiente AND d.folio_estado IN ('por_anular', 'libre')
       AND (d.folio_estado = 'por_anular' AND d.conciliar <> 2 OR libre.folio IS NOT NULL AND caf.vence_el < @hoy)
       AND NOT EXISTS (SELECT 1 FROM folio_anulacion hecha WHERE hecha.caf_id = d.caf_id AND hecha.estado = 'anulado'
         AND d.folio BETWEEN hecha.desde AND hecha.hasta)
     UNION ALL SELECT c.tipo_dte, c.id, c.vence_el, a.desde, a.hasta, 'hueco' ${APARTADOS} AND a.estado = 'por_anular'
     UNION ALL SELECT libre.tipo_dte, caf.id, caf.vence_el, libre.folio, libre.folio, 'vencido'
     FROM folio_libre libre JOIN caf ON caf.id = libre.caf_id
     WHERE libre.empresa_id = @empresaId AND libre.ambiente = @ambiente AND caf.vence_el < @hoy
       AND NOT EXISTS (SELECT 1 FROM documento d WHERE d.empresa_id = libre.empresa_id AND d.ambiente = libre.ambiente
         AND d.tipo_dte = libre.tipo_dte AND d.folio = libre.folio AND ${LIBRE})
     UNION ALL SELECT tipo_dte, id, vence_el, siguiente, hasta, 'vencido' FROM caf
     WHERE empresa_id = @empresaId AND ambiente = @ambiente AND siguiente <= hasta AND vence_el < @hoy`,
  ),
})
