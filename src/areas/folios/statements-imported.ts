// The statements of folios that documents of elsewhere bear: an import asks them for each of its documents.

import type { Database } from 'better-sqlite3'
import type { caf, folioApartado } from '../../store/tables/folios'
import type { Row } from '../../store/tables/row'
import type { Key } from './statements'

export type CafDeTipo = Pick<Row<typeof caf>, 'id' | 'desde' | 'hasta' | 'siguiente'>

const DEL_TIPO = 'empresa_id = @empresaId AND ambiente = @ambiente AND tipo_dte = @tipoDte'
const DEL_CAF = 'c.empresa_id = @empresaId AND c.ambiente = @ambiente AND c.tipo_dte = @tipoDte'

export const prepareImported = (client: Database) => ({
  ranges: client.prepare<[Key], CafDeTipo>(
    `SELECT id, desde, hasta, siguiente FROM caf WHERE ${DEL_TIPO} ORDER BY desde`,
  ),
  free: client.prepare<[cafId: string], { folio: number }>(
    'SELECT folio FROM folio_libre WHERE caf_id = ? ORDER BY folio',
  ),
  aside: client.prepare<[Key & { folio: number }], Row<typeof folioApartado>>(
    `SELECT a.* FROM caf c JOIN folio_apartado a ON a.caf_id = c.id
     WHERE ${DEL_CAF} AND @folio BETWEEN c.desde AND c.hasta AND @folio BETWEEN a.desde AND a.hasta LIMIT 1`,
  ),
  dropAside: client.prepare<[cafId: string, desde: number]>(
    'DELETE FROM folio_apartado WHERE caf_id = ? AND desde = ?',
  ),
  keepAside: client.prepare<[Row<typeof folioApartado>]>(
    `INSERT INTO folio_apartado (caf_id, desde, hasta, estado, motivo, created_at, anulado_en, dicho_por)
     VALUES (@caf_id, @desde, @hasta, @estado, @motivo, @created_at, @anulado_en, @dicho_por)`,
  ),
  dropFree: client.prepare<[empresaId: string, ambiente: string, tipoDte: number, folio: number]>(
    'DELETE FROM folio_libre WHERE empresa_id = ? AND ambiente = ? AND tipo_dte = ? AND folio = ?',
  ),
  /** The last that an imported document bears, or one that an import has still to write. */
  topImported: client
    .prepare<[Key & { desde: number; hasta: number }], number | null>(
      `SELECT max(folio) FROM (
         SELECT max(folio) AS folio FROM documento WHERE ${DEL_TIPO} AND folio BETWEEN @desde AND @hasta AND folio_estado <> 'libre'
           AND origen = 'importado'
         UNION ALL
         SELECT max(l.folio) FROM importacion i JOIN importacion_archivo l ON l.importacion_id = i.id
           WHERE i.empresa_id = @empresaId AND i.ambiente = @ambiente AND i.simulada = 0
             AND (i.estado = 'guardando' OR i.estado = 'detenida' AND i.paso = 'guardando')
             AND l.tipo_dte = @tipoDte AND l.folio BETWEEN @desde AND @hasta AND l.estado = 'nuevo' AND l.hecho = 0)`,
    )
    .pluck(),
  /** Folios that stand as set aside though an imported document bears them. */
  borneAside: client.prepare<[Key], { folio: number }>(
    `SELECT d.folio FROM caf c JOIN folio_apartado a ON a.caf_id = c.id JOIN documento d ON d.empresa_id = c.empresa_id
       AND d.ambiente = c.ambiente AND d.tipo_dte = c.tipo_dte AND d.folio BETWEEN a.desde AND a.hasta
       AND d.folio_estado <> 'libre' AND d.origen = 'importado'
     WHERE ${DEL_CAF}`,
  ),
})
