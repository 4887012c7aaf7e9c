// Every statement of the neighbourhood, prepared once (src §3.15, §3.16).

import type { Database } from 'better-sqlite3'
import type { simAgenda, simVecino } from '../../store/tables/simulador-vecinos'
import { FACTURA } from './tipos'

export type VecinoLeido = typeof simVecino.$inferSelect
export type ActoLeido = typeof simAgenda.$inferSelect

/** An invoice that a neighbour issued to the company, as its register has it. */
export interface FacturaLeida {
  tipoDte: number
  folio: number
  fecha: string
  neto: number
}

type Casa = [dueno: string, rutEmpresa: string]
type Uno = [dueno: string, rutEmpresa: string, rut: string]

const VECINO = 'dueno, rut_empresa AS rutEmpresa, rut, temple, retraso_dias AS retrasoDias'
const ACTO = 'id, dueno, rut_empresa AS rutEmpresa, rut, at, acto, datos'

export const prepareVecinos = (db: Database) => ({
  insert: db.prepare<[dueno: string, rutEmpresa: string, rut: string, temple: string]>(
    'INSERT OR IGNORE INTO sim_vecino (dueno, rut_empresa, rut, temple) VALUES (?, ?, ?, ?)',
  ),
  list: db.prepare<Casa, VecinoLeido>(
    `SELECT ${VECINO} FROM sim_vecino WHERE dueno = ? AND rut_empresa = ? ORDER BY rut`,
  ),
  find: db.prepare<Uno, VecinoLeido>(
    `SELECT ${VECINO} FROM sim_vecino WHERE dueno = ? AND rut_empresa = ? AND rut = ?`,
  ),
  change: db.prepare<[temple: string, retrasoDias: number, ...Uno]>(
    'UPDATE sim_vecino SET temple = ?, retraso_dias = ? WHERE dueno = ? AND rut_empresa = ? AND rut = ?',
  ),
  forget: db.prepare<Casa>('DELETE FROM sim_vecino WHERE dueno = ? AND rut_empresa = ?'),

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
    forget: db.prepare<Casa>('DELETE FROM sim_agenda WHERE dueno = ? AND rut_empresa = ?'),
  },

  /** The newest invoices that a neighbour issued to the company. */
  facturas: db.prepare<[dueno: string, rutEmpresa: string, rut: string, limit: number], FacturaLeida>(
    `SELECT tipo_dte AS tipoDte, folio, fecha_emision AS fecha, monto_neto AS neto FROM sim_registro
     WHERE dueno = +? AND rut = +? AND lado = 'certificacion' AND operacion = 'COMPRA' AND contraparte = +? AND tipo_dte = ${FACTURA}
     ORDER BY id DESC LIMIT ?`,
  ),
  factura: db.prepare<[dueno: string, rutEmpresa: string, rut: string, folio: number], FacturaLeida>(
    `SELECT tipo_dte AS tipoDte, folio, fecha_emision AS fecha, monto_neto AS neto FROM sim_registro
     WHERE dueno = +? AND rut = +? AND lado = 'certificacion' AND operacion = 'COMPRA' AND contraparte = +? AND tipo_dte = ${FACTURA}
       AND folio = +?`,
  ),
  /** How many documents a customer got of the company that it could claim. */
  recibidas: db
    .prepare<[dueno: string, rut: string, rutEmpresa: string], number>(
      `SELECT count(*) FROM sim_registro WHERE dueno = +? AND rut = +? AND lado = 'certificacion' AND operacion = 'COMPRA'
         AND contraparte = +? AND inmediato = 0`,
    )
    .pluck(),
  /** What the company's register has, by side and type. */
  cuenta: db.prepare<Casa, { operacion: string; tipoDte: number; documentos: number }>(
    `SELECT operacion, tipo_dte AS tipoDte, count(*) AS documentos FROM sim_registro
     WHERE dueno = +? AND rut = +? AND lado = 'certificacion' GROUP BY operacion, tipo_dte ORDER BY operacion, tipo_dte`,
  ),
})
