// What an import asks for each of its customers, thousands of times in a row (src §3.15; store §4).

import type { Database } from 'better-sqlite3'
import type { Ambiente } from '../../domain/ambiente'
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
  // One RUT after another, each found by its index: of one with ten thousand documents no more is read than of any other.
  nextVenta: client
    .prepare<[Pick<Periodo, 'empresa_id' | 'ambiente'> & { rut: string }], string | null>(
      `SELECT min(rut) FROM rcv_documento WHERE empresa_id = @empresa_id AND ambiente = @ambiente AND lado = 'venta' AND rut > @rut`,
    )
    .pluck(),
  nombreVenta: client
    .prepare<[Periodo & { rut: string }], string>(
      `SELECT razon_social FROM rcv_documento WHERE empresa_id = @empresa_id AND ambiente = @ambiente AND lado = 'venta' AND rut = @rut
         AND periodo BETWEEN @desde AND @hasta AND ausente_desde IS NULL AND razon_social IS NOT NULL
       ORDER BY fecha_emision DESC LIMIT 1`,
    )
    .pluck(),
  nextEmitido: client.prepare<
    [Pick<Periodo, 'empresa_id' | 'ambiente'> & { rut: string }],
    { rut: string; ultimo_id: string; ultimo_fecha: string }
  >(
    `SELECT rut, ultimo_id, ultimo_fecha FROM cliente_suma WHERE empresa_id = @empresa_id AND ambiente = @ambiente AND rut > @rut
       AND num_id = '' AND ultimo_id IS NOT NULL ORDER BY rut LIMIT 1`,
  ),
  emitidoEn: client
    .prepare<[Periodo & { rut: string }], 1>(
      `SELECT 1 FROM documento WHERE empresa_id = @empresa_id AND ambiente = @ambiente AND rut_receptor = @rut
         AND fecha_emision BETWEEN @desde AND @hasta AND folio_estado NOT IN ('libre', 'por_anular')
         AND estado_sii <> 'rechazado' LIMIT 1`,
    )
    .pluck(),
})
