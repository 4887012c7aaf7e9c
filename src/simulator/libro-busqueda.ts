// The ledger searched by people (contract §24).

import type { Database } from 'better-sqlite3'
import type { Lado } from './hosts'
import { DOCUMENTO, type DocumentoRow, documentoOf, ENVIO, type EnvioRow, envioOf } from './libro-filas'

export interface LibroFilter {
  lado?: Lado
  rut?: string
  tipoDte?: number
  folio?: number
  trackId?: number
}

/** Rows for people (contract §24), newest first, at most `limit` of each. */
export function searchLibro(
  db: Database,
  filter: LibroFilter,
  limit: number,
): { envios: EnvioRow[]; documentos: (DocumentoRow & { veces: number })[] } {
  const { lado = null, rut = null, tipoDte = null, folio = null, trackId = null } = filter
  const parameters = { lado, rut, tipoDte, folio, trackId, limit }
  const documentos = db
    .prepare(
      `SELECT ${DOCUMENTO}, (SELECT sum(e.veces) FROM sim_documento o JOIN sim_envio e ON e.track_id = o.track_id
         WHERE o.lado = d.lado AND o.rut_emisor = d.rut_emisor AND o.tipo_dte = d.tipo_dte AND o.folio = d.folio) AS veces
       FROM sim_documento d
       WHERE (@lado IS NULL OR lado = @lado) AND (@rut IS NULL OR rut_emisor = @rut)
         AND (@tipoDte IS NULL OR tipo_dte = @tipoDte) AND (@folio IS NULL OR folio = @folio)
         AND (@trackId IS NULL OR track_id = @trackId)
       ORDER BY id DESC LIMIT @limit`,
    )
    .all(parameters)
    .map((row) => ({ ...documentoOf(row), veces: (row as { veces: number }).veces }))
  const envios = db
    .prepare(
      `SELECT ${ENVIO} FROM sim_envio e
       WHERE (@lado IS NULL OR lado = @lado) AND (@rut IS NULL OR rut_empresa = @rut)
         AND (@trackId IS NULL OR track_id = @trackId)
         AND ((@tipoDte IS NULL AND @folio IS NULL) OR EXISTS (SELECT 1 FROM sim_documento d
           WHERE d.track_id = e.track_id AND (@tipoDte IS NULL OR d.tipo_dte = @tipoDte)
             AND (@folio IS NULL OR d.folio = @folio)))
       ORDER BY track_id DESC LIMIT @limit`,
    )
    .all(parameters)
    .map(envioOf)
  return { envios, documentos }
}
