// The statements of reports of used folios, and the walk over a day, which reads every document of it (src §3.15, §3.16).

import type { Database } from 'better-sqlite3'
import type { Ambiente } from '../../domain/ambiente'
import { BOLETAS, type Contado } from '../../domain/rcof'
import type { Titular } from '../../domain/titular'
import { prepareInsert } from '../../store/statements'
import { rcof } from '../../store/tables/rcof'
import type { Row } from '../../store/tables/row'

export type RcofRow = Row<typeof rcof>

type Dia = [empresaId: string, ambiente: Ambiente, fecha: string]

/** The rows of one taxpayer in its account: a company that was deleted and made anew is one to the SII. */
const MISMA =
  'SELECT otra.id FROM empresa e JOIN empresa otra ON otra.cuenta_id = e.cuenta_id AND otra.rut = e.rut WHERE e.id = ?'

/** Which reports a list shows; null is all. */
export interface Filtro extends Titular {
  desde: string | null
  hasta: string | null
  /** JSON of states. */
  estados: string | null
}

const FOUND = `FROM rcof WHERE empresa_id = @empresaId AND ambiente = @ambiente AND (@desde IS NULL OR fecha >= @desde)
  AND (@hasta IS NULL OR fecha <= @hasta) AND (@estados IS NULL OR estado IN (SELECT value FROM json_each(@estados)))`

/** The columns of a report that is only prepared. */
const POR_ENVIAR = ['track_id', 'codigo_sii', 'glosa', 'rut_envia', 'intentado_at', 'enviado_at'] as const

export const prepareRcof = (client: Database) => ({
  byId: client.prepare<[id: string], RcofRow>('SELECT * FROM rcof WHERE id = ?'),
  byJob: client.prepare<[jobId: string], RcofRow>('SELECT * FROM rcof WHERE job_id = ?'),
  byTrack: client.prepare<[empresaId: string, ambiente: Ambiente, trackId: string], RcofRow>(
    'SELECT * FROM rcof WHERE empresa_id = ? AND ambiente = ? AND track_id = ? ORDER BY fecha DESC LIMIT 1',
  ),
  latest: client.prepare<Dia, RcofRow>(
    'SELECT * FROM rcof WHERE empresa_id = ? AND ambiente = ? AND fecha = ? ORDER BY secuencia DESC LIMIT 1',
  ),
  /** The last number of a day that may be at the SII, whichever row of the company had it sent. */
  taken: client
    .prepare<Dia, number>(
      `SELECT coalesce(max(r.secuencia), 0) FROM rcof r WHERE r.empresa_id IN (${MISMA}) AND r.ambiente = ? AND r.fecha = ?
         AND (r.estado <> 'preparado' OR r.intentado_at IS NOT NULL)`,
    )
    .pluck(),
  /** Whether its boletas of a day are all of elsewhere, who told of them: none, or one of here, is no such day. */
  onlyImported: client
    .prepare<Dia, 0 | 1>(
      `SELECT coalesce(min(origen = 'importado'), 0) FROM documento WHERE empresa_id = ? AND ambiente = ? AND fecha_emision = ?
         AND folio_estado <> 'libre' AND tipo_dte IN (${BOLETAS})`,
    )
    .pluck(),
  jobError: client.prepare<[jobId: string], string | null>('SELECT error FROM job WHERE id = ?').pluck(),
  isStopped: client
    .prepare<[jobId: string], 1>(
      "SELECT 1 FROM job WHERE id = ? AND estado IN ('failed', 'dlq', 'discarded')",
    )
    .pluck(),
  list: client.prepare<
    [Filtro & { fecha: string; secuencia: number; limit: number; offset: number }],
    RcofRow
  >(
    `SELECT * ${FOUND} AND (fecha, secuencia) < (@fecha, @secuencia) ORDER BY fecha DESC, secuencia DESC LIMIT @limit OFFSET @offset`,
  ),
  total: client.prepare<[Filtro], number>(`SELECT count(*) ${FOUND}`).pluck(),
  insert: prepareInsert(client, rcof, POR_ENVIAR),
  replace: client.prepare<[id: string]>("UPDATE rcof SET estado = 'reemplazado' WHERE id = ?"),
  reuse: client.prepare<[secuencia: number, jobId: string, resumen: string, at: string, id: string]>(
    'UPDATE rcof SET secuencia = ?, job_id = ?, resumen = ?, created_at = ?, rut_envia = NULL WHERE id = ?',
  ),
  xml: client.prepare<[id: string], Uint8Array>('SELECT xml_cifrado FROM rcof_xml WHERE rcof_id = ?').pluck(),
  dropXml: client.prepare<[id: string]>('DELETE FROM rcof_xml WHERE rcof_id = ?'),
  insertXml: client.prepare<[id: string, xml: Uint8Array]>(
    'INSERT INTO rcof_xml VALUES (?, ?) ON CONFLICT (rcof_id) DO UPDATE SET xml_cifrado = excluded.xml_cifrado',
  ),
  setSigner: client.prepare<[rut: string, id: string]>('UPDATE rcof SET rut_envia = ? WHERE id = ?'),
  setTried: client.prepare<[at: string | null, id: string]>('UPDATE rcof SET intentado_at = ? WHERE id = ?'),
  setSent: client.prepare<[trackId: string | null, glosa: string, at: string, id: string]>(
    "UPDATE rcof SET estado = 'enviado', track_id = ?, glosa = ?, enviado_at = ? WHERE id = ?",
  ),
  setState: client.prepare<[estado: string, codigo: string, glosa: string, id: string]>(
    "UPDATE rcof SET estado = ?, codigo_sii = ?, glosa = ? WHERE id = ? AND estado = 'enviado'",
  ),
})

/** A document of the day; `cuenta` 1 where it was signed and neither rejected nor given up. */
export interface DelDiaRow {
  id: string
  createdAt: string
  tipoDte: number
  folio: number
  neto: number
  exento: number
  iva: number
  total: number
  cuenta: 0 | 1
}

export const prepareCount = (client: Database) => ({
  misma: client.prepare<[empresaId: string], string>(MISMA).pluck(),
  // All of the day in the order of its index, behind one: what counts of them is looked at afterwards, or a day of other types would
  // be walked in one step.
  delDia: client.prepare<[...Dia, createdAt: string, id: string, limit: number], DelDiaRow>(
    `SELECT id, created_at AS createdAt, tipo_dte AS tipoDte, folio, monto_neto AS neto, monto_exento AS exento,
       monto_iva AS iva, monto_total AS total,
       firmado_at IS NOT NULL AND estado_sii <> 'rechazado' AND folio_estado <> 'por_anular' AS cuenta
     FROM documento WHERE empresa_id = ? AND ambiente = ? AND fecha_emision = ? AND folio_estado <> 'libre'
       AND (created_at, id) > (?, ?) ORDER BY created_at, id LIMIT ?`,
  ),
  /** Whether a note refers to a boleta of ours; null when it refers to no document of ours. */
  refersToBoleta: client
    .prepare<[id: string], 0 | 1 | null>(
      `SELECT max(b.tipo_dte IN (${BOLETAS})) FROM documento_referencia r JOIN documento b ON b.id = r.referido_id
       WHERE r.documento_id = ?`,
    )
    .pluck(),
  anulados: client.prepare<
    [empresaId: string, ambiente: Ambiente, desde: string, hasta: string],
    Pick<Contado, 'tipoDte' | 'desde' | 'hasta'>
  >(
    // Those that a document gave up are no folios set aside: of them what was annulled tells.
    `WITH dia (empresa, ambiente, desde, hasta) AS (VALUES (?, ?, ?, ?))
     SELECT c.tipo_dte AS tipoDte, a.desde, a.hasta FROM dia JOIN caf c ON c.empresa_id = dia.empresa AND c.ambiente = dia.ambiente
       JOIN folio_apartado a ON a.caf_id = c.id
     WHERE c.tipo_dte IN (${BOLETAS}) AND a.estado = 'anulado' AND a.anulado_en >= dia.desde AND a.anulado_en < dia.hasta
     UNION SELECT c.tipo_dte, d.folio, d.folio FROM dia JOIN caf c ON c.empresa_id = dia.empresa AND c.ambiente = dia.ambiente
       JOIN folio_anulacion h ON h.caf_id = c.id AND h.estado = 'anulado'
       JOIN documento d ON d.empresa_id = dia.empresa AND d.ambiente = dia.ambiente AND d.tipo_dte = c.tipo_dte
         AND d.folio BETWEEN h.desde AND h.hasta AND d.folio_estado IN ('por_anular', 'libre') AND d.folio_estado = 'por_anular'
     WHERE c.tipo_dte IN (${BOLETAS}) AND h.anulado_en >= dia.desde AND h.anulado_en < dia.hasta
     ORDER BY 1, 2`,
  ),
})
