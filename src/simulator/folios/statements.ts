// Every statement of the folio pages, prepared once (src §3.15, §3.16). A range is shown to its owner, and to everybody of its RUT while
// nobody told whose it is (simulator §14.1).

import type { Database } from 'better-sqlite3'
import type { simCafArchivo, simCafPaso } from '../../store/tables/simulador-folios'
import type { Lado } from '../hosts'

type Archivo = typeof simCafArchivo.$inferSelect
export type Rango = Omit<Archivo, 'xml'>
export type PasoLeido = typeof simCafPaso.$inferSelect

export interface RangoLeido {
  tipoDte: number
  desde: number
  hasta: number
  /** When it was granted, `YYYY-MM-DD`. */
  fecha: string
  /** RUT of who asked for it at the portal. */
  persona: string | null
}

/** The holder of the ranges; `tipoDte` null, of every type. */
export interface Tenedor {
  lado: Lado
  rut: string
  dueno: string
  tipoDte: number | null
}

const DE = `lado = @lado AND rut = @rut AND (@tipoDte IS NULL OR tipo_dte = @tipoDte) AND (dueno IS NULL OR dueno = @dueno)`
const DEL_RANGO = 'lado = @lado AND rut = @rut AND tipo_dte = @tipoDte AND desde = @desde AND hasta = @hasta'
const FOLIOS = 'lado = @lado AND rut = @rut AND tipo_dte = @tipoDte AND folio BETWEEN @desde AND @hasta'
const RECIBIDOS = FOLIOS.replace('rut', 'rut_emisor')

export const prepareFolios = (db: Database) => ({
  rangos: db.prepare<[Tenedor], RangoLeido>(
    `SELECT tipo_dte AS tipoDte, desde, hasta, min(fecha) AS fecha, max(persona) AS persona FROM sim_caf
     WHERE ${DE} GROUP BY tipo_dte, desde, hasta ORDER BY tipo_dte, desde DESC, hasta DESC`,
  ),
  archivo: {
    find: db.prepare<[Rango], Uint8Array>(`SELECT xml FROM sim_caf_archivo WHERE ${DEL_RANGO}`).pluck(),
    save: db.prepare<[Archivo]>(
      `INSERT OR IGNORE INTO sim_caf_archivo (lado, rut, tipo_dte, desde, hasta, xml)
       VALUES (@lado, @rut, @tipoDte, @desde, @hasta, @xml)`,
    ),
    /** The reservation of its range gets its key. */
    complete: db.prepare<[Rango & { modulo: string }]>(
      `UPDATE OR IGNORE sim_caf SET modulo = @modulo WHERE ${DEL_RANGO} AND modulo LIKE 'reserva%'`,
    ),
  },
  /** Folios of a range that bear a document, judged or still in process, the lowest first. */
  recibidos: db.prepare<[Rango], { cuantos: number; primero: number | null }>(
    `SELECT count(*) AS cuantos, min(folio) AS primero FROM (SELECT folio FROM sim_folio WHERE ${RECIBIDOS}
       UNION SELECT d.folio FROM sim_documento d JOIN sim_envio e ON e.track_id = d.track_id
       WHERE ${RECIBIDOS.replace('lado', 'd.lado')} AND e.siguiente_at IS NOT NULL)`,
  ),
  anulados: db.prepare<[Rango], { cuantos: number; primero: number | null }>(
    `SELECT count(*) AS cuantos, min(folio) AS primero FROM sim_folio_anulado WHERE ${FOLIOS}`,
  ),
  /** Annulled since an instant, with no document of the type received after. */
  anuladosDesde: db
    .prepare<[Rango & { since: number }], number>(
      `SELECT count(*) FROM sim_folio_anulado WHERE ${FOLIOS} AND anulado_at >= @since
         AND anulado_at > (SELECT coalesce(max(e.recibido_at), 0) FROM sim_documento d JOIN sim_envio e ON e.track_id = d.track_id
           WHERE d.lado = @lado AND d.rut_emisor = @rut AND d.tipo_dte = @tipoDte)`,
    )
    .pluck(),
  /** Documents of a range received since an instant. */
  recibidosDesde: db
    .prepare<[Rango & { since: number }], number>(
      `SELECT count(DISTINCT d.folio) FROM sim_documento d JOIN sim_envio e ON e.track_id = d.track_id
       WHERE ${RECIBIDOS.replace('lado', 'd.lado')} AND e.recibido_at >= @since`,
    )
    .pluck(),
  annul: db.prepare<[Rango & { at: number; motivo: string }]>(
    `INSERT INTO sim_folio_anulado (lado, rut, tipo_dte, folio, anulado_at, motivo)
     WITH RECURSIVE uno(folio) AS (SELECT @desde UNION ALL SELECT folio + 1 FROM uno WHERE folio < @hasta)
     SELECT @lado, @rut, @tipoDte, folio, @at, @motivo FROM uno`,
  ),
  paso: {
    find: db.prepare<[Pick<PasoLeido, 'token' | 'lado' | 'rut' | 'tramite'>], PasoLeido>(
      `SELECT token, lado, rut, tramite, paso, tipo_dte AS tipoDte, control, maximo, desde, hasta FROM sim_caf_paso
       WHERE token = @token AND lado = @lado AND rut = @rut AND tramite = @tramite`,
    ),
    save: db.prepare<[PasoLeido]>(
      `INSERT OR REPLACE INTO sim_caf_paso (token, lado, rut, tramite, paso, tipo_dte, control, maximo, desde, hasta)
       VALUES (@token, @lado, @rut, @tramite, @paso, @tipoDte, @control, @maximo, @desde, @hasta)`,
    ),
    forget: db.prepare<[Pick<PasoLeido, 'token' | 'lado' | 'rut' | 'tramite'>]>(
      'DELETE FROM sim_caf_paso WHERE token = @token AND lado = @lado AND rut = @rut AND tramite = @tramite',
    ),
  },
})
