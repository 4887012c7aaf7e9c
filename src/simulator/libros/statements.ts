// Every statement about books at the simulated SII, prepared once (src §3.15).

import type { Database } from 'better-sqlite3'
import type { simLibro } from '../../store/tables/simulador-libro'
import type { Lado } from '../hosts'

export type LibroLeido = typeof simLibro.$inferSelect

/** The key by which the SII knows a book, in an owner's world. */
type Clave = Pick<LibroLeido, 'lado' | 'rutEmpresa' | 'dueno' | 'clase' | 'periodo' | 'folioNotificacion'>

const LIBRO = `track_id AS trackId, lado, dueno, rut_envia AS rutEnvia, rut_empresa AS rutEmpresa, archivo, sha1, veces,
  recibido_at AS recibidoAt, repetido_at AS repetidoAt, listo_at AS listoAt, clase, periodo,
  folio_notificacion AS folioNotificacion, estado, razones, contenido`

export const prepareLibros = (db: Database) => ({
  lastTrackId: db.prepare<[], number | null>('SELECT max(track_id) FROM sim_libro').pluck(),
  insert: db.prepare(
    `INSERT INTO sim_libro (track_id, lado, dueno, rut_envia, rut_empresa, archivo, sha1, recibido_at, listo_at, clase, periodo,
       folio_notificacion, estado, razones, contenido)
     VALUES (@trackId, @lado, @dueno, @rutEnvia, @rutEmpresa, @archivo, @sha1, @recibidoAt, @listoAt, @clase, @periodo,
       @folioNotificacion, @estado, @razones, @contenido)`,
  ),
  /** Whether a book whose signature and cover held had the same key. */
  used: db
    .prepare<[Clave], number>(
      `SELECT 1 FROM sim_libro WHERE lado = @lado AND rut_empresa = @rutEmpresa AND dueno IS @dueno AND clase = @clase
         AND periodo = @periodo AND folio_notificacion = @folioNotificacion AND estado NOT IN ('LRF', 'LRC') LIMIT 1`,
    )
    .pluck(),
  find: db.prepare<[trackId: number], LibroLeido>(`SELECT ${LIBRO} FROM sim_libro WHERE track_id = ?`),
  same: db.prepare<[Lado, rutEmpresa: string, sha1: string], LibroLeido>(
    `SELECT ${LIBRO} FROM sim_libro WHERE lado = ? AND rut_empresa = ? AND sha1 = ?`,
  ),
  repeat: db.prepare<[at: number, trackId: number]>(
    'UPDATE sim_libro SET veces = veces + 1, repetido_at = ? WHERE track_id = ?',
  ),
  list: db.prepare<[{ todos: 0 | 1; dueno: string | null; rut: string | null }], LibroLeido>(
    `SELECT ${LIBRO} FROM sim_libro WHERE (@todos OR dueno IS @dueno) AND (@rut IS NULL OR rut_empresa = @rut)
     ORDER BY track_id DESC LIMIT 100`,
  ),
})
