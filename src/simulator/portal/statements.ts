// Every statement of the simulated portal, prepared once (src §3.15, §3.16).

import type { Database } from 'better-sqlite3'
import type { simPersona, simSesion } from '../../store/tables/simulador-portal'

export type PersonaLeida = typeof simPersona.$inferSelect
export type SesionLeida = typeof simSesion.$inferSelect

type PersonaKey = [dueno: string, rut: string]

const SESION = `token, dueno, rut, metodo, abierta_at AS abiertaAt, ultima_at AS ultimaAt, vence_at AS venceAt,
  cerrada_at AS cerradaAt, rechazada_hasta AS rechazadaHasta, empresa`
const PERSONA =
  'dueno, rut, intentos, bloqueada_hasta AS bloqueadaHasta, limite_hasta AS limiteHasta, logins, rechazados'

/** Sessions of a person that are still good. */
const VIVA = 'cerrada_at IS NULL AND vence_at > ?'

export const preparePortal = (db: Database) => ({
  persona: {
    find: db.prepare<PersonaKey, PersonaLeida>(
      `SELECT ${PERSONA} FROM sim_persona WHERE dueno = ? AND rut = ?`,
    ),
    list: db.prepare<[dueno: string], PersonaLeida>(
      `SELECT ${PERSONA} FROM sim_persona WHERE dueno = ? ORDER BY rut`,
    ),
    save: db.prepare<[PersonaLeida]>(
      `INSERT INTO sim_persona (dueno, rut, intentos, bloqueada_hasta, limite_hasta, logins, rechazados)
       VALUES (@dueno, @rut, @intentos, @bloqueadaHasta, @limiteHasta, @logins, @rechazados)
       ON CONFLICT (dueno, rut) DO UPDATE SET intentos = excluded.intentos, bloqueada_hasta = excluded.bloqueada_hasta,
         limite_hasta = excluded.limite_hasta, logins = excluded.logins, rechazados = excluded.rechazados`,
    ),
  },

  clave: {
    find: db.prepare<PersonaKey, string>('SELECT sha256 FROM sim_clave WHERE dueno = ? AND rut = ?').pluck(),
    save: db.prepare<[...PersonaKey, sha256: string, at: number]>(
      `INSERT INTO sim_clave (dueno, rut, sha256, creada_at) VALUES (?, ?, ?, ?)
       ON CONFLICT (dueno, rut) DO UPDATE SET sha256 = excluded.sha256, creada_at = excluded.creada_at`,
    ),
  },

  sesion: {
    insert: db.prepare(
      `INSERT OR IGNORE INTO sim_sesion (token, dueno, rut, metodo, abierta_at, ultima_at, vence_at)
       VALUES (@token, @dueno, @rut, @metodo, @at, @at, @venceAt)`,
    ),
    find: db.prepare<[token: string], SesionLeida>(`SELECT ${SESION} FROM sim_sesion WHERE token = ?`),
    choose: db.prepare<[empresa: string, token: string]>('UPDATE sim_sesion SET empresa = ? WHERE token = ?'),
    touch: db.prepare<[at: number, token: string]>('UPDATE sim_sesion SET ultima_at = ? WHERE token = ?'),
    reject: db.prepare<[hasta: number, token: string]>(
      'UPDATE sim_sesion SET rechazada_hasta = ? WHERE token = ?',
    ),
    expire: db.prepare<[at: number, token: string]>(
      'UPDATE sim_sesion SET vence_at = max(abierta_at, ?) WHERE token = ?',
    ),
    close: db.prepare<[at: number, token: string]>(
      'UPDATE sim_sesion SET cerrada_at = ? WHERE token = ? AND cerrada_at IS NULL',
    ),
    /** Ends those of an owner that are open; nobody logged out of them. */
    expireAll: db.prepare<[at: number, dueno: string, at: number]>(
      `UPDATE sim_sesion SET vence_at = max(abierta_at, ?) WHERE dueno = ? AND ${VIVA}`,
    ),
    alive: db
      .prepare<[...PersonaKey, now: number], number>(
        `SELECT count(*) FROM sim_sesion WHERE dueno = ? AND rut = ? AND ${VIVA}`,
      )
      .pluck(),
    unclosed: db
      .prepare<PersonaKey, number>(
        'SELECT count(*) FROM sim_sesion WHERE dueno = ? AND rut = ? AND cerrada_at IS NULL',
      )
      .pluck(),
    certificadoSince: db
      .prepare<[...PersonaKey, since: number], number>(
        `SELECT count(*) FROM sim_sesion WHERE dueno = ? AND rut = ? AND metodo = 'certificado' AND abierta_at > ?`,
      )
      .pluck(),
    list: db.prepare<[dueno: string], SesionLeida>(
      `SELECT ${SESION} FROM sim_sesion WHERE dueno = ? ORDER BY abierta_at DESC, token LIMIT 1000`,
    ),
    forget: db.prepare<[before: number]>('DELETE FROM sim_sesion WHERE vence_at < ?'),
  },

  llamada: {
    insert: db.prepare<[token: string, at: number]>('INSERT INTO sim_llamada (token, at) VALUES (?, ?)'),
    forget: db.prepare<[token: string, before: number]>(
      'DELETE FROM sim_llamada WHERE token = ? AND at <= ?',
    ),
    count: db.prepare<[token: string], number>('SELECT count(*) FROM sim_llamada WHERE token = ?').pluck(),
  },
})
