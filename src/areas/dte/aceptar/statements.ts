// The hot statements of acceptance beside those of the document itself: its quota, and its like of the last minutes (src §3.15;
// store §4).

import type { Database } from 'better-sqlite3'
import type { Ambiente } from '../../../domain/ambiente'
import type { cliente } from '../../../store/tables/cliente'
import type { cuenta, cuotaEmision } from '../../../store/tables/cuenta'
import type { producto } from '../../../store/tables/producto'
import type { Row } from '../../../store/tables/row'

export type UsoRow = Pick<Row<typeof cuotaEmision>, 'cuenta_id' | 'usadas'> & Pick<Row<typeof cuenta>, 'plan'>

// Found and then written: RETURNING makes SQLite build a table for its answer, which costs more than both.
export const prepareCuotaEmision = (client: Database) => ({
  find: client.prepare<[periodo: string, empresaId: string], UsoRow>(
    `SELECT e.cuenta_id, c.plan, coalesce(q.usadas, 0) AS usadas FROM empresa e JOIN cuenta c ON c.id = e.cuenta_id
     LEFT JOIN cuota_emision q ON q.cuenta_id = e.cuenta_id AND q.periodo = ? WHERE e.id = ?`,
  ),
  raise: client.prepare<[cuentaId: string, periodo: string]>(
    'UPDATE cuota_emision SET usadas = usadas + 1 WHERE cuenta_id = ? AND periodo = ?',
  ),
  begin: client.prepare<[cuentaId: string, periodo: string]>(
    'INSERT INTO cuota_emision (cuenta_id, periodo, usadas) VALUES (?, ?, 1)',
  ),
  read: client.prepare<[periodo: string, cuentaId: string], UsoRow>(
    `SELECT c.id AS cuenta_id, c.plan, coalesce(q.usadas, 0) AS usadas FROM cuenta c
     LEFT JOIN cuota_emision q ON q.cuenta_id = c.id AND q.periodo = ? WHERE c.id = ?`,
  ),
})

/** A customer as a receiver takes from it. */
export type ClienteRow = Pick<
  Row<typeof cliente>,
  | 'rut'
  | 'num_id'
  | 'nacionalidad'
  | 'tipo_doc_id'
  | 'razon_social'
  | 'giro'
  | 'direccion'
  | 'comuna'
  | 'ciudad'
  | 'email'
  | 'telefono'
  | 'contacto'
>

const DEL_CLIENTE =
  'rut, num_id, nacionalidad, tipo_doc_id, razon_social, giro, direccion, comuna, ciudad, email, telefono, contacto'

export const prepareClientes = (client: Database) => ({
  byRut: client.prepare<[empresaId: string, rut: string], ClienteRow>(
    `SELECT ${DEL_CLIENTE} FROM cliente WHERE empresa_id = ? AND rut = ? AND num_id = '' AND eliminado_en IS NULL`,
  ),
  byId: client.prepare<[empresaId: string, id: string], ClienteRow & { eliminado_en: string | null }>(
    `SELECT ${DEL_CLIENTE}, eliminado_en FROM cliente WHERE empresa_id = ? AND id = ?`,
  ),
})

/** An item as a line takes from it. */
export type ProductoRow = Row<typeof producto>

export const prepareProductos = (client: Database) => ({
  byClave: client.prepare<[empresaId: string, clave: string], ProductoRow>(
    'SELECT * FROM producto WHERE empresa_id = ? AND clave = ? AND eliminado_en IS NULL AND activo = 1',
  ),
  byId: client.prepare<[empresaId: string, id: string], ProductoRow>(
    'SELECT * FROM producto WHERE empresa_id = ? AND id = ? AND eliminado_en IS NULL AND activo = 1',
  ),
  cuenta: client.prepare<[empresaId: string], string>('SELECT cuenta_id FROM empresa WHERE id = ?').pluck(),
  /** `ids`: a JSON list. */
  use: client.prepare<[at: string, ids: string]>(
    'UPDATE producto SET usado_en = max(usado_en, ?) WHERE id IN (SELECT value FROM json_each(?))',
  ),
})

/** The jobs of the latest alike, at most `most`: of documents, and of emissions that wait for their hour. */
export function prepareAlike(client: Database, most: number) {
  const alike = (tabla: 'documento' | 'emision_programada', lives: string) =>
    client
      .prepare<
        [
          empresaId: string,
          Ambiente,
          receptor: string,
          tipo: number,
          total: number,
          since: string,
          externa: string | null,
        ],
        string
      >(
        `SELECT job_id FROM ${tabla} WHERE empresa_id = ? AND ambiente = ? AND rut_receptor = ? AND tipo_dte = ?
         AND monto_total = ? AND created_at > ? AND referencia_externa IS ? AND ${lives} ORDER BY created_at DESC LIMIT ${most}`,
      )
      .pluck()
  return {
    // A rejected or abandoned document is issued again for good reason.
    documento: alike(
      'documento',
      "estado_sii <> 'rechazado' AND folio_estado NOT IN ('libre', 'por_anular') AND job_id IS NOT NULL",
    ),
    programada: alike('emision_programada', 'true'),
  }
}
