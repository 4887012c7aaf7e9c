// Documents put into the simulated register row by row, so that a test says in one line what the SII has.

import type { Store } from '../../../src/store/store'
import { EMPRESA } from '../../simulator/sobres'

/** `waits`: a purchase that somebody has to accept; `dueno`: whose, when not the account's. */
export interface Registrado {
  folio: number
  operacion?: 'COMPRA' | 'VENTA'
  contraparte?: string
  tipo?: number
  neto?: number
  emision?: string
  recibido?: string
  waits?: boolean
  datos?: object
  dueno?: string
}

export function createRegistrados(client: Store['client'], cuentaId: string, rut = EMPRESA) {
  let last = 0
  const insertEnvio = client.prepare(
    `INSERT INTO sim_envio (lado, servicio, sobre, rut_envia, rut_empresa, archivo, sha1, recibido_at, estado, estado_at)
     VALUES ('certificacion', 'dte', 'EnvioDTE', '11111111-1', ?, 'a.xml', ?, 0, 'EPR', 0)`,
  )
  const insertDocumento = client.prepare(
    `INSERT INTO sim_documento (track_id, orden, lado, rut_emisor, tipo_dte, folio, rut_receptor, fecha_emision, monto_total,
       firma, sha1, inicio, fin) VALUES (?, 0, 'certificacion', ?, ?, ?, ?, ?, '0', '', ?, 0, 1)`,
  )
  const insertRegistro = client.prepare(
    `INSERT INTO sim_registro (documento_id, dueno, lado, operacion, rut, contraparte, razon_social, tipo_dte, folio,
       fecha_emision, recibido_at, visible_at, inmediato, pagado, tipo_transaccion, tipo_antes, monto_exento, monto_neto,
       monto_iva, monto_total, datos)
     VALUES (?, ?, 'certificacion', ?, ?, ?, 'Aceros del Maule S.A.', ?, ?, ?, ?, ?, ?, 0, 1, 1, 0, ?, ?, ?, ?)`,
  )
  return {
    put: client.transaction((list: readonly Registrado[]): void => {
      for (const one of list) {
        const { folio, operacion = 'COMPRA', contraparte = '90000012-K', tipo = 33, neto = 1000 } = one
        const { emision = '2026-11-10', recibido = `${emision}T15:00:00Z`, waits = false, datos = {} } = one
        const iva = Math.round(neto * 0.19)
        const sha1 = String(++last).padStart(40, '0')
        const track = insertEnvio.run(rut, sha1).lastInsertRowid
        const id = insertDocumento.run(track, contraparte, tipo, folio, rut, emision, sha1).lastInsertRowid
        const at = Date.parse(recibido)
        const parties = [id, one.dueno ?? cuentaId, operacion, rut, contraparte, tipo, folio, emision]
        const amounts = [neto, iva, neto + iva, JSON.stringify(datos)]
        insertRegistro.run(...parties, at, at, waits ? 0 : 1, ...amounts)
      }
    }),
    /** Removes a document that the SII had. */
    take: (folio: number): void => void client.prepare('DELETE FROM sim_registro WHERE folio = ?').run(folio),
  }
}
