// Every statement of the reviewer of certifications, prepared once (src §3.15, §3.16).

import type { Database } from 'better-sqlite3'
import type { simAvance, simSet, simTramite } from '../../store/tables/simulador-certificacion'

export type SetLeido = typeof simSet.$inferSelect
export type AvanceLeido = typeof simAvance.$inferSelect
export type TramiteLeido = typeof simTramite.$inferSelect

type DeEmpresa = [dueno: string, rut: string]

const SET = 'id, dueno, rut, clase, atencion, vigente, filas, creado_at AS creadoAt'
const AVANCE = `id, dueno, rut, set_id AS setId, track_id AS trackId, declarado_at AS declaradoAt, falla, falla_texto AS fallaTexto,
  revisado_at AS revisadoAt, resultado, controles`

export const prepareCertificacion = (db: Database) => ({
  set: {
    lastAtencion: db.prepare<[], number | null>('SELECT max(atencion) FROM sim_set').pluck(),
    insert: db.prepare<[Omit<SetLeido, 'id' | 'vigente'>]>(
      `INSERT INTO sim_set (dueno, rut, clase, atencion, filas, creado_at)
       VALUES (@dueno, @rut, @clase, @atencion, @filas, @creadoAt)`,
    ),
    /** Makes void the sets of one road: those of boletas, or all others. */
    annul: db.prepare<[...DeEmpresa, boleta: 0 | 1]>(
      `UPDATE sim_set SET vigente = 0 WHERE dueno = ? AND rut = ? AND vigente = 1 AND (clase = 'boleta') = ?`,
    ),
    inForce: db.prepare<DeEmpresa, SetLeido>(
      `SELECT ${SET} FROM sim_set WHERE dueno = ? AND rut = ? AND vigente = 1 ORDER BY id`,
    ),
    find: db.prepare<[id: number], SetLeido>(`SELECT ${SET} FROM sim_set WHERE id = ?`),
  },

  avance: {
    insert: db.prepare<
      [Pick<AvanceLeido, 'dueno' | 'rut' | 'setId' | 'trackId' | 'declaradoAt' | 'falla' | 'fallaTexto'>]
    >(
      `INSERT INTO sim_avance (dueno, rut, set_id, track_id, declarado_at, falla, falla_texto)
       VALUES (@dueno, @rut, @setId, @trackId, @declaradoAt, @falla, @fallaTexto)`,
    ),
    judge: db.prepare<[at: number, resultado: string, controles: string, id: number]>(
      'UPDATE sim_avance SET revisado_at = ?, resultado = ?, controles = ? WHERE id = ?',
    ),
    find: db.prepare<[id: number], AvanceLeido>(`SELECT ${AVANCE} FROM sim_avance WHERE id = ?`),
    /** The newest declaration of a set, or of the simulation. */
    last: db.prepare<[...DeEmpresa, setId: number | null], AvanceLeido>(
      `SELECT ${AVANCE} FROM sim_avance WHERE dueno = ? AND rut = ? AND set_id IS ? ORDER BY id DESC LIMIT 1`,
    ),
    ofEnvio: db.prepare<[trackId: number, dueno: string], AvanceLeido>(
      `SELECT ${AVANCE} FROM sim_avance WHERE track_id = ? AND dueno = ? ORDER BY id DESC LIMIT 1`,
    ),
  },

  tramite: {
    find: db.prepare<[...DeEmpresa, alcance: string], TramiteLeido>(
      `SELECT dueno, rut, alcance, paso, datos, desde_at AS desdeAt FROM sim_tramite
       WHERE dueno = ? AND rut = ? AND alcance = ?`,
    ),
    save: db.prepare<[TramiteLeido]>(
      `INSERT INTO sim_tramite (dueno, rut, alcance, paso, datos, desde_at)
       VALUES (@dueno, @rut, @alcance, @paso, @datos, @desdeAt)
       ON CONFLICT (dueno, rut, alcance) DO UPDATE SET paso = excluded.paso, datos = excluded.datos, desde_at = excluded.desde_at`,
    ),
  },
})
