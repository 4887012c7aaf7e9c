// The statements of imports, of which each document asks some (src §3.15; store §4).

import type { Database } from 'better-sqlite3'
import { FACTURA_COMPRA } from '../../domain/dte/tipos'
import type { Titular } from '../../domain/titular'
import { prepareInsert } from '../../store/statements'
import {
  importacion,
  importacionArchivo,
  type importacionBytes,
  type importado,
} from '../../store/tables/historia'
import type { Row } from '../../store/tables/row'

export type ImportacionRow = Row<typeof importacion>
export type LineaRow = Row<typeof importacionArchivo>

const DUENO = 'empresa_id = @empresaId AND ambiente = @ambiente'

/** The columns of an import that has not begun, and of a line as it is first written, that get their values later. */
const POR_HACER = [
  'paso',
  'posicion',
  'leidos',
  'folios',
  'clientes_job_id',
  'motivo',
  'terminada_at',
] as const
const POR_ENLAZAR = ['enlazado', 'resuelto'] as const

export type NuevaLinea = Omit<LineaRow, (typeof POR_ENLAZAR)[number]>

export const prepareImportaciones = (client: Database) => ({
  get: client.prepare<[id: string], ImportacionRow>(`SELECT * FROM importacion WHERE id = ?`),
  byJob: client.prepare<[jobId: string], ImportacionRow>(`SELECT * FROM importacion WHERE job_id = ?`),
  insert: prepareInsert(client, importacion, POR_HACER),
  begin: client.prepare<[jobId: string, simulada: 0 | 1, id: string]>(
    "UPDATE importacion SET estado = 'leyendo', job_id = ?, simulada = ?, motivo = NULL WHERE id = ?",
  ),
  step: client.prepare<[estado: string, id: string]>(
    'UPDATE importacion SET estado = ?, posicion = 0 WHERE id = ?',
  ),
  place: client.prepare<[posicion: number, leidos: number, id: string]>(
    'UPDATE importacion SET posicion = ?, leidos = ? WHERE id = ?',
  ),
  setFolios: client.prepare<[folios: string, id: string]>('UPDATE importacion SET folios = ? WHERE id = ?'),
  setClientes: client.prepare<[jobId: string, id: string]>(
    'UPDATE importacion SET clientes_job_id = ? WHERE id = ?',
  ),
  end: client.prepare<[estado: string, motivo: string | null, at: string, id: string]>(
    'UPDATE importacion SET estado = ?, motivo = ?, terminada_at = ? WHERE id = ?',
  ),
  stop: client.prepare<[motivo: string, at: string, id: string, jobId: string]>(
    `UPDATE importacion SET paso = estado, estado = 'detenida', motivo = ?, terminada_at = ?
     WHERE id = ? AND job_id = ? AND estado NOT IN ('terminada', 'detenida')`,
  ),
  goOn: client.prepare<[id: string]>(
    "UPDATE importacion SET estado = coalesce(paso, 'leyendo'), motivo = NULL, terminada_at = NULL WHERE id = ? AND estado = 'detenida'",
  ),
  stopped: client
    .prepare<[Titular], string>(
      `SELECT id FROM importacion WHERE ${DUENO} AND estado = 'detenida' AND simulada = 0 ORDER BY created_at`,
    )
    .pluck(),
  remove: client.prepare<[id: string]>('DELETE FROM importacion WHERE id = ?'),
  list: client.prepare<[Titular & { at: string; id: string; limit: number; offset: number }], ImportacionRow>(
    `SELECT * FROM importacion WHERE ${DUENO} AND (created_at, id) < (@at, @id)
     ORDER BY created_at DESC, id DESC LIMIT @limit OFFSET @offset`,
  ),
  count: client.prepare<[Titular], number>(`SELECT count(*) FROM importacion WHERE ${DUENO}`).pluck(),
  sums: client.prepare<
    [id: string],
    { estado: LineaRow['estado']; n: number; desde: string | null; hasta: string | null }
  >(
    `SELECT estado, count(*) AS n, min(fecha_emision) AS desde, max(fecha_emision) AS hasta FROM importacion_archivo
     WHERE importacion_id = ? GROUP BY estado`,
  ),
  clientes: client.prepare<[jobId: string], { result: string | null }>('SELECT result FROM job WHERE id = ?'),
})

export const prepareLineas = (client: Database) => ({
  insert: prepareInsert(client, importacionArchivo, POR_ENLAZAR),
  /** Forgets the lines of a run that died before the end of a file. */
  cutFrom: client.prepare<[id: string, entrada: number]>(
    'DELETE FROM importacion_archivo WHERE importacion_id = ? AND entrada >= ?',
  ),
  last: client
    .prepare<[id: string], number | null>('SELECT max(n) FROM importacion_archivo WHERE importacion_id = ?')
    .pluck(),
  get: client.prepare<[id: string, n: number], LineaRow>(
    'SELECT * FROM importacion_archivo WHERE importacion_id = ? AND n = ?',
  ),
  list: client.prepare<
    [{ id: string; estado: string | null; n: number; limit: number; offset: number }],
    LineaRow
  >(
    `SELECT * FROM importacion_archivo WHERE importacion_id = @id AND n > @n AND (@estado IS NULL OR estado = @estado)
     ORDER BY n LIMIT @limit OFFSET @offset`,
  ),
  count: client
    .prepare<[{ id: string; estado: string | null }], number>(
      'SELECT count(*) FROM importacion_archivo WHERE importacion_id = @id AND (@estado IS NULL OR estado = @estado)',
    )
    .pluck(),
  /** The first of a folio in the same import that is to become a document, or did. */
  same: client.prepare<[id: string, tipo: number, folio: number], LineaRow>(
    `SELECT * FROM importacion_archivo WHERE importacion_id = ? AND tipo_dte = ? AND folio = ? AND estado IN ('nuevo', 'mejorado')
     ORDER BY n LIMIT 1`,
  ),
  /** Lines that are still to be written, in order. */
  undone: client.prepare<[id: string, limit: number], LineaRow>(
    'SELECT * FROM importacion_archivo WHERE importacion_id = ? AND hecho = 0 ORDER BY n LIMIT ?',
  ),
  done: client.prepare<[documentoId: string | null, id: string, n: number]>(
    'UPDATE importacion_archivo SET hecho = 1, documento_id = ? WHERE importacion_id = ? AND n = ?',
  ),
  become: client.prepare<[estado: string, motivo: string | null, id: string, n: number]>(
    'UPDATE importacion_archivo SET estado = ?, motivo = ? WHERE importacion_id = ? AND n = ?',
  ),
  resolve: client.prepare<[estado: string, resuelto: string, hecho: 0 | 1, id: string, n: number]>(
    'UPDATE importacion_archivo SET estado = ?, resuelto = ?, hecho = ? WHERE importacion_id = ? AND n = ?',
  ),
  unlinked: client.prepare<[id: string, limit: number], LineaRow>(
    `SELECT * FROM importacion_archivo WHERE importacion_id = ? AND hecho = 1 AND enlazado = 0 AND estado = 'nuevo'
     ORDER BY fecha_emision, tipo_dte, folio LIMIT ?`,
  ),
  isDisputed: client
    .prepare<[id: string, tipo: number, folio: number], 1>(
      `SELECT 1 FROM importacion_archivo WHERE importacion_id = ? AND tipo_dte = ? AND folio = ? AND estado = 'conflicto' LIMIT 1`,
    )
    .pluck(),
  say: client.prepare<[motivo: string, id: string, n: number]>(
    'UPDATE importacion_archivo SET motivo = ? WHERE importacion_id = ? AND n = ?',
  ),
  linked: client.prepare<[id: string, n: number]>(
    'UPDATE importacion_archivo SET enlazado = 1 WHERE importacion_id = ? AND n = ?',
  ),
  types: client
    .prepare<[id: string], number>(
      "SELECT DISTINCT tipo_dte FROM importacion_archivo WHERE importacion_id = ? AND estado = 'nuevo' ORDER BY tipo_dte",
    )
    .pluck(),
  top: client
    .prepare<[id: string, tipo: number, desde: number, hasta: number], number | null>(
      `SELECT max(folio) FROM importacion_archivo WHERE importacion_id = ? AND tipo_dte = ? AND folio BETWEEN ? AND ? AND estado = 'nuevo'`,
    )
    .pluck(),
  has: client
    .prepare<[id: string, tipo: number, folio: number], 1>(
      `SELECT 1 FROM importacion_archivo WHERE importacion_id = ? AND tipo_dte = ? AND folio = ? AND estado = 'nuevo'`,
    )
    .pluck(),
  countIn: client
    .prepare<[id: string, tipo: number, desde: number, hasta: number], number>(
      `SELECT count(DISTINCT folio) FROM importacion_archivo WHERE importacion_id = ? AND tipo_dte = ? AND folio BETWEEN ? AND ?
         AND estado = 'nuevo'`,
    )
    .pluck(),
  span: client.prepare<[id: string], { desde: string | null; hasta: string | null }>(
    `SELECT min(fecha_emision) AS desde, max(fecha_emision) AS hasta FROM importacion_archivo
     WHERE importacion_id = ? AND estado IN ('nuevo', 'mejorado')`,
  ),
  keep: client.prepare<[Row<typeof importacionBytes>]>(
    'INSERT OR IGNORE INTO importacion_bytes VALUES (@importacion_id, @entrada, @bytes_cifrados)',
  ),
  kept: client
    .prepare<[id: string, entrada: number], Buffer>(
      'SELECT bytes_cifrados FROM importacion_bytes WHERE importacion_id = ? AND entrada = ?',
    )
    .pluck(),
})

export const prepareDocumentos = (client: Database) => ({
  importado: client.prepare<[documentoId: string], Row<typeof importado>>(
    'SELECT * FROM importado WHERE documento_id = ?',
  ),
  insert: client.prepare<[Omit<Row<typeof importado>, 'excedido'>]>(
    `INSERT INTO importado (documento_id, importacion_id, huella, digest, firma, timbre, montos, informe)
     VALUES (@documento_id, @importacion_id, @huella, @digest, @firma, @timbre, @montos, @informe)
     ON CONFLICT (documento_id) DO UPDATE SET huella = excluded.huella, digest = excluded.digest, firma = excluded.firma,
       timbre = excluded.timbre, montos = excluded.montos, informe = excluded.informe`,
  ),
  exceed: client.prepare<[excedido: 0 | 1, documentoId: string]>(
    'UPDATE importado SET excedido = ? WHERE documento_id = ?',
  ),
  /** The register's word for a document that came after it. */
  registered: client.prepare<[id: string]>(
    `UPDATE documento SET estado_sii = 'aceptado', estado_sii_fuente = 'registro' WHERE id = ? AND estado_sii = 'no_consultado'
       AND EXISTS (SELECT 1 FROM rcv_documento r WHERE r.empresa_id = documento.empresa_id AND r.ambiente = documento.ambiente
         AND r.lado = iif(documento.tipo_dte = ${FACTURA_COMPRA}, 'compra', 'venta') AND r.tipo_dte = documento.tipo_dte
         AND r.folio = documento.folio AND r.rut = documento.rut_receptor AND r.monto_total = documento.monto_total
         AND r.ausente_desde IS NULL)`,
  ),
  /** Whether the register has a sale of that folio and total. */
  inRegister: client
    .prepare<[Titular & { tipo: number; folio: number; total: number }], 1>(
      `SELECT 1 FROM rcv_documento WHERE ${DUENO} AND lado = iif(@tipo = ${FACTURA_COMPRA}, 'compra', 'venta') AND tipo_dte = @tipo AND folio = @folio
         AND monto_total = @total AND ausente_desde IS NULL LIMIT 1`,
    )
    .pluck(),
  guia: client.prepare<[documentoId: string, indTraslado: number]>(
    'INSERT OR IGNORE INTO guia (documento_id, ind_traslado) VALUES (?, ?)',
  ),
  ajuste: client
    .prepare<[Titular], string>(`SELECT guias_facturables_desde FROM historia_ajuste WHERE ${DUENO}`)
    .pluck(),
  adjust: client.prepare<[Titular & { desde: string }]>(
    `INSERT INTO historia_ajuste (empresa_id, ambiente, guias_facturables_desde) VALUES (@empresaId, @ambiente, @desde)
     ON CONFLICT DO UPDATE SET guias_facturables_desde = excluded.guias_facturables_desde`,
  ),
})
