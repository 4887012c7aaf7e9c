// Every statement of the neighbourhood, prepared once (src §3.15, §3.16).

import type { Database } from 'better-sqlite3'
import type { simAgenda, simLeido, simVecindad, simVecino } from '../../store/tables/simulador-vecinos'
import { CEDIBLES } from '../reclamo-codigos'
import { FACTURA } from './tipos'

export type VecinoLeido = typeof simVecino.$inferSelect
export type ActoLeido = typeof simAgenda.$inferSelect
type CartaLeida = typeof simLeido.$inferSelect
type VecindadLeida = typeof simVecindad.$inferSelect

/** An invoice that a neighbour issued to the company, as its register has it. */
export interface FacturaLeida {
  tipoDte: number
  folio: number
  fecha: string
  neto: number
}

type Casa = [dueno: string, rutEmpresa: string]
type Uno = [dueno: string, rutEmpresa: string, rut: string]

const VECINO = 'dueno, rut_empresa AS rutEmpresa, rut, temple, retraso_dias AS retrasoDias, correo'
const ACTO = 'id, dueno, rut_empresa AS rutEmpresa, rut, at, acto, datos'

export const prepareVecinos = (db: Database) => ({
  insert: db.prepare<[dueno: string, rutEmpresa: string, rut: string, temple: string, correo: 0 | 1]>(
    'INSERT OR IGNORE INTO sim_vecino (dueno, rut_empresa, rut, temple, correo) VALUES (?, ?, ?, ?, ?)',
  ),
  list: db.prepare<Casa, VecinoLeido>(
    `SELECT ${VECINO} FROM sim_vecino WHERE dueno = ? AND rut_empresa = ? ORDER BY rut`,
  ),
  find: db.prepare<Uno, VecinoLeido>(
    `SELECT ${VECINO} FROM sim_vecino WHERE dueno = ? AND rut_empresa = ? AND rut = ?`,
  ),
  change: db.prepare<[temple: string, retrasoDias: number, correo: 0 | 1, ...Uno]>(
    'UPDATE sim_vecino SET temple = ?, retraso_dias = ?, correo = ? WHERE dueno = ? AND rut_empresa = ? AND rut = ?',
  ),
  forget: db.prepare<Casa>('DELETE FROM sim_vecino WHERE dueno = ? AND rut_empresa = ?'),

  /** How the company calls itself. */
  casa: {
    save: db.prepare<[VecindadLeida]>(
      `INSERT OR REPLACE INTO sim_vecindad (dueno, rut_empresa, razon_social, giro, direccion, comuna)
       VALUES (@dueno, @rutEmpresa, @razonSocial, @giro, @direccion, @comuna)`,
    ),
    find: db.prepare<Casa, Omit<VecindadLeida, 'dueno' | 'rutEmpresa'>>(
      'SELECT razon_social AS razonSocial, giro, direccion, comuna FROM sim_vecindad WHERE dueno = ? AND rut_empresa = ?',
    ),
    forget: db.prepare<Casa>('DELETE FROM sim_vecindad WHERE dueno = ? AND rut_empresa = ?'),
  },

  agenda: {
    insert: db.prepare<[Omit<ActoLeido, 'id'>]>(
      `INSERT INTO sim_agenda (dueno, rut_empresa, rut, at, acto, datos)
       VALUES (@dueno, @rutEmpresa, @rut, @at, @acto, @datos)`,
    ),
    nextDue: db.prepare<[now: number], ActoLeido>(
      `SELECT ${ACTO} FROM sim_agenda WHERE at <= ? ORDER BY at, id LIMIT 1`,
    ),
    first: db.prepare<[], number | null>('SELECT min(at) FROM sim_agenda').pluck(),
    end: db.prepare<[id: number]>('DELETE FROM sim_agenda WHERE id = ?'),
    ofCasa: db.prepare<Casa, { n: number; at: number | null }>(
      'SELECT count(*) AS n, min(at) AS at FROM sim_agenda WHERE dueno = ? AND rut_empresa = ?',
    ),
    /** But what the SII itself is to do. */
    forget: db.prepare<Casa>(
      `DELETE FROM sim_agenda WHERE dueno = ? AND rut_empresa = ? AND acto NOT IN ('avisa', 'revisa')`,
    ),
  },

  /** The neighbours' readings of letters to them. */
  leido: {
    insert: db.prepare<[CartaLeida]>(
      `INSERT OR IGNORE INTO sim_leido (carta_id, dueno, rut_empresa, rut, clase, estado, digest, documentos)
       VALUES (@cartaId, @dueno, @rutEmpresa, @rut, @clase, @estado, @digest, @documentos)`,
    ),
    /** Letters of one box in another with what was made of them; null, not read yet. */
    bandeja: db.prepare<
      [dueno: string, de: string, para: string],
      { id: number; asunto: string; recibidoAt: number } & {
        [K in 'clase' | 'estado' | 'documentos']: CartaLeida[K] | null
      }
    >(
      `SELECT c.id, c.asunto, c.recibido_at AS recibidoAt, l.clase, l.estado, l.documentos
       FROM sim_correo c LEFT JOIN sim_leido l ON l.carta_id = c.id
       WHERE c.dueno = ? AND c.de = ? AND c.para = ? ORDER BY c.id DESC LIMIT 200`,
    ),
    file: db.prepare<[...Uno, digest: string]>(
      'SELECT 1 FROM sim_leido WHERE dueno = ? AND rut_empresa = ? AND rut = ? AND digest = ? LIMIT 1',
    ),
    /** The first letter in which a document came as it should. */
    documento: db.prepare<[...Uno, tipoDte: number, folio: number], { cartaId: number; documentos: string }>(
      `SELECT carta_id AS cartaId, documentos FROM sim_leido l
       WHERE dueno = ? AND rut_empresa = ? AND rut = ? AND EXISTS (SELECT 1 FROM json_each(l.documentos) d
         WHERE d.value ->> 'tipoDte' = ? AND d.value ->> 'folio' = ? AND d.value ->> 'estado' = 0)
       ORDER BY carta_id LIMIT 1`,
    ),
  },
  /** How many letters one box wrote to another. */
  cartas: db
    .prepare<[dueno: string, de: string, para: string], number>(
      'SELECT count(*) FROM sim_correo WHERE dueno = ? AND de = ? AND para = ?',
    )
    .pluck(),
  /** How many letters lie in a box. */
  recibidos: db
    .prepare<[dueno: string, para: string], number>(
      'SELECT count(*) FROM sim_correo WHERE dueno = ? AND para = ?',
    )
    .pluck(),
  /** How many documents a neighbour issued to the company. */
  emitidos: db
    .prepare<Uno, number>(
      `SELECT count(*) FROM sim_registro
       WHERE dueno = ? AND rut = ? AND lado = 'certificacion' AND operacion = 'COMPRA' AND contraparte = ?`,
    )
    .pluck(),

  /** The newest invoices that a neighbour issued to the company. */
  facturas: db.prepare<[dueno: string, rutEmpresa: string, rut: string, limit: number], FacturaLeida>(
    `SELECT tipo_dte AS tipoDte, folio, fecha_emision AS fecha, monto_neto AS neto FROM sim_registro
     WHERE dueno = ? AND rut = ? AND lado = 'certificacion' AND operacion = 'COMPRA' AND contraparte = ? AND tipo_dte = ${FACTURA}
     ORDER BY id DESC LIMIT ?`,
  ),
  factura: db.prepare<[dueno: string, rutEmpresa: string, rut: string, folio: number], FacturaLeida>(
    `SELECT tipo_dte AS tipoDte, folio, fecha_emision AS fecha, monto_neto AS neto FROM sim_registro
     WHERE dueno = ? AND rut = ? AND lado = 'certificacion' AND operacion = 'COMPRA' AND contraparte = ? AND tipo_dte = ${FACTURA}
       AND folio = ?`,
  ),
  /** How many documents a customer got of the company that it could claim. */
  recibidas: db
    .prepare<[dueno: string, rut: string, rutEmpresa: string], number>(
      `SELECT count(*) FROM sim_registro WHERE dueno = ? AND rut = ? AND lado = 'certificacion' AND operacion = 'COMPRA'
         AND contraparte = ? AND inmediato = 0`,
    )
    .pluck(),
  /** The newest invoices that the company issued on credit. */
  ventas: db.prepare<[...Casa, limit: number], { tipoDte: number; folio: number }>(
    `SELECT tipo_dte AS tipoDte, folio FROM sim_registro
     WHERE dueno = ? AND rut = ? AND lado = 'certificacion' AND operacion = 'VENTA' AND tipo_dte IN (${CEDIBLES.join(', ')})
       AND pagado = 0 ORDER BY id DESC LIMIT ?`,
  ),
  /** The company's register, by side and type. */
  cuenta: db.prepare<Casa, { operacion: string; tipoDte: number; documentos: number }>(
    `SELECT operacion, tipo_dte AS tipoDte, count(*) AS documentos FROM sim_registro
     WHERE dueno = ? AND rut = ? AND lado = 'certificacion' GROUP BY operacion, tipo_dte ORDER BY operacion, tipo_dte`,
  ),
})
