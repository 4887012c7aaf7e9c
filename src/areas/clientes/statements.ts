// An import's queries for each customer, thousands in a row (src §3.15; store §4).

import type { Database } from 'better-sqlite3'
import type { Ambiente } from '../../domain/ambiente'
import { FACTURA_COMPRA } from '../../domain/dte/tipos'
import type { clienteImportacion, clienteImportacionError } from '../../store/tables/cliente'
import type { Row } from '../../store/tables/row'

export type ImportacionRow = Row<typeof clienteImportacion>
type ErrorRow = Pick<Row<typeof clienteImportacionError>, 'linea' | 'mensaje'>

interface Periodo {
  empresa_id: string
  ambiente: Ambiente
  desde: string
  hasta: string
}

/** The newest document to a receiver. */
interface Ultimo {
  id: string
  fecha: string
}

/**
 * Documents since a day that say who a customer is: whoever gets a purchase invoice sells. No document is made before its day, and when it
 * was made the index of receivers tells: those before are passed over without their rows.
 */
const EMITIDO = `FROM documento WHERE empresa_id = @empresa_id AND ambiente = @ambiente AND rut_receptor = @rut AND created_at >= @desde
       AND folio_estado NOT IN ('libre', 'por_anular') AND estado_sii <> 'rechazado' AND tipo_dte <> ${FACTURA_COMPRA}`

export const prepareImportacion = (client: Database) => ({
  begin: client.prepare<[jobId: string]>('INSERT INTO cliente_importacion (job_id) VALUES (?)'),
  insertArchivo: client.prepare<[jobId: string, archivo: Uint8Array]>(
    'INSERT INTO cliente_archivo VALUES (?, ?)',
  ),
  archivo: client
    .prepare<[jobId: string], Uint8Array>('SELECT archivo_cifrado FROM cliente_archivo WHERE job_id = ?')
    .pluck(),
  addError: client.prepare<[jobId: string, numero: number, linea: number | null, mensaje: string]>(
    'INSERT INTO cliente_importacion_error VALUES (?, ?, ?, ?)',
  ),
  countErrors: client
    .prepare<[jobId: string], number>('SELECT count(*) FROM cliente_importacion_error WHERE job_id = ?')
    .pluck(),
  errors: client.prepare<[jobId: string], ErrorRow>(
    'SELECT linea, mensaje FROM cliente_importacion_error WHERE job_id = ? ORDER BY numero',
  ),
  get: client.prepare<[jobId: string], ImportacionRow>('SELECT * FROM cliente_importacion WHERE job_id = ?'),
  save: client.prepare<[Omit<ImportacionRow, 'espera'>]>(
    `UPDATE cliente_importacion SET hechos = @hechos, creados = @creados, actualizados = @actualizados, omitidos = @omitidos,
       posicion = @posicion WHERE job_id = @job_id`,
  ),
  setEspera: client.prepare<[espera: string | null, jobId: string]>(
    'UPDATE cliente_importacion SET espera = ? WHERE job_id = ?',
  ),
  remove: client.prepare<[jobId: string]>('DELETE FROM cliente_importacion WHERE job_id = ?'),
  job: client.prepare<[id: string], { estado: string; error: string | null }>(
    'SELECT estado, error FROM job WHERE id = ?',
  ),
  // One RUT after another, each found by its index: of one with ten thousand documents no more is read than of any other. A plus keeps the
  // planner from walking the months anew for each.
  nextVenta: client
    .prepare<[Pick<Periodo, 'empresa_id' | 'ambiente'> & { rut: string }], string | null>(
      `SELECT min(rut) FROM rcv_documento WHERE empresa_id = @empresa_id AND ambiente = @ambiente AND lado = 'venta' AND rut > @rut`,
    )
    .pluck(),
  nombreVenta: client
    .prepare<[Periodo & { rut: string }], string>(
      `SELECT razon_social FROM rcv_documento WHERE empresa_id = @empresa_id AND ambiente = @ambiente AND lado = 'venta' AND rut = @rut
         AND +periodo BETWEEN @desde AND @hasta AND ausente_desde IS NULL AND razon_social IS NOT NULL
       ORDER BY fecha_emision DESC LIMIT 1`,
    )
    .pluck(),
  nextEmitido: client
    .prepare<[Pick<Periodo, 'empresa_id' | 'ambiente'> & { rut: string }], string | null>(
      'SELECT min(rut_receptor) FROM documento WHERE empresa_id = @empresa_id AND ambiente = @ambiente AND rut_receptor > @rut',
    )
    .pluck(),
  ultimo: client.prepare<[Omit<Periodo, 'hasta'> & { rut: string }], Ultimo>(
    `SELECT ultimo_id AS id, ultimo_fecha AS fecha FROM cliente_suma WHERE empresa_id = @empresa_id AND ambiente = @ambiente
       AND rut = @rut AND num_id = '' AND ultimo_fecha >= @desde`,
  ),
  // The last document of a customer without later billing: guides alone, or voided documents.
  otroUltimo: client.prepare<[Omit<Periodo, 'hasta'> & { rut: string }], Ultimo>(
    `SELECT id, fecha_emision AS fecha ${EMITIDO} AND fecha_emision >= @desde ORDER BY fecha_emision DESC, created_at DESC LIMIT 1`,
  ),
  emitidoEn: client
    .prepare<[Periodo & { rut: string }], 1>(
      `SELECT 1 ${EMITIDO} AND fecha_emision BETWEEN @desde AND @hasta LIMIT 1`,
    )
    .pluck(),
})
