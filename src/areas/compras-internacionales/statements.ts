// The statements of purchases from abroad, and how one stands: by its own row, or by the document that it was issued with
// (src §3.15; areas/compras-internacionales §1).

import type { Database } from 'better-sqlite3'
import type { Ambiente } from '../../domain/ambiente'
import type { EstadoCompraInt } from '../../domain/compra-internacional'
import type { Titular } from '../../domain/titular'
import { prepareInsert } from '../../store/statements'
import { compraInt, estadoCuenta } from '../../store/tables/compra-int'
import type { Row } from '../../store/tables/row'

type Guardada = Row<typeof compraInt>

/** A purchase as it stands, and the document of its last emission while it has effect or may come to. */
export type CompraRow = Omit<Guardada, 'estado'> & {
  estado: EstadoCompraInt
  dte_folio: number | null
  dte_estado_sii: string | null
  dte_job_id: string | null
  dte_trabajo: string | null
  /** The folio of its last emission, which the SII rejected. */
  rechazado_folio: number | null
}

// A document abandoned, refused or voided at the SII has no effect. Given up when it may have arrived there
// it waits for the SII's word.
const SIN_EFECTO = `(d.estado_sii = 'rechazado'
  OR (d.anulado_por IS NOT NULL AND n.estado_sii IN ('aceptado', 'aceptado_con_reparos', 'no_consultado'))
  OR (d.folio_estado IN ('libre', 'por_anular') AND d.visto = 0))`
const VIVA = `(c.emision_job_id IS NOT NULL AND NOT coalesce(${SIN_EFECTO}, 0))`
const ESTADO = `CASE WHEN ${VIVA} THEN CASE WHEN d.estado_sii IN ('aceptado', 'aceptado_con_reparos') THEN 'emitida' ELSE 'emitiendo' END
  WHEN c.estado IN ('extraida', 'sin_extraer') AND c.confirmado = 1 THEN 'clasificada' ELSE c.estado END`
/**
 * The folio of its newest document that the SII rejected, whatever was discarded since: a new one stands in its place. None where one was
 * accepted after it and voided: that one was in its place.
 */
const RECHAZADO = `(SELECT r.folio FROM documento r WHERE r.empresa_id = c.empresa_id AND r.referencia_externa = c.id AND r.ambiente = c.ambiente
  AND r.estado_sii = 'rechazado' AND NOT EXISTS (SELECT 1 FROM documento s WHERE s.empresa_id = c.empresa_id AND s.referencia_externa = c.id
    AND s.ambiente = c.ambiente AND s.anulado_por IS NOT NULL AND (s.created_at, s.folio) > (r.created_at, r.folio))
  ORDER BY r.created_at DESC, r.folio DESC LIMIT 1)`
const FROM = `compra_int c LEFT JOIN job j ON j.id = c.emision_job_id LEFT JOIN documento d ON d.job_id = c.emision_job_id
  LEFT JOIN documento n ON n.id = d.anulado_por`
const SELECT = `SELECT c.*, ${ESTADO} AS estado, CASE WHEN ${VIVA} THEN d.folio END AS dte_folio,
  CASE WHEN ${VIVA} THEN d.estado_sii END AS dte_estado_sii, CASE WHEN ${VIVA} THEN c.emision_job_id END AS dte_job_id,
  CASE WHEN ${VIVA} THEN j.estado END AS dte_trabajo, CASE WHEN NOT ${VIVA} THEN ${RECHAZADO} END AS rechazado_folio FROM ${FROM}`

type Within = [empresaId: string, ambiente: Ambiente]

/** Which purchases a list shows; null is all. */
export interface FiltroCompras extends Titular {
  /** JSON of states. */
  estados: string | null
  /** Folded text within the supplier's name, tax number or the number. */
  proveedor: string | null
  /** Days of the invoice. */
  desde: string | null
  hasta: string | null
  /** JSON of reasons; `[]` of those that nothing keeps. */
  bloqueos: string | null
}

const FOUND = `c.empresa_id = @empresaId AND c.ambiente = @ambiente
  AND (@estados IS NULL OR ${ESTADO} IN (SELECT value FROM json_each(@estados)))
  AND (@proveedor IS NULL OR instr(c.busqueda, @proveedor)) AND (@desde IS NULL OR c.fecha >= @desde) AND (@hasta IS NULL OR c.fecha <= @hasta)
  AND (@bloqueos IS NULL OR EXISTS (SELECT 1 FROM json_each(c.bloqueos) b JOIN json_each(@bloqueos) w ON w.value = b.value))`

export const prepareCompras = (client: Database) => ({
  get: client.prepare<[id: string, ...Within], CompraRow>(
    `${SELECT} WHERE c.id = ? AND c.empresa_id = ? AND c.ambiente = ?`,
  ),
  list: client.prepare<[FiltroCompras & { limit: number; offset: number }], CompraRow>(
    `${SELECT} WHERE ${FOUND} ORDER BY c.created_at DESC, c.id DESC LIMIT @limit OFFSET @offset`,
  ),
  count: client.prepare<[FiltroCompras], number>(`SELECT count(*) FROM ${FROM} WHERE ${FOUND}`).pluck(),
  /** Others of the same supplier, number and amount, what is issued first. */
  repetidas: client.prepare<
    [Pick<Guardada, 'id' | 'empresa_id' | 'ambiente' | 'clave_nombre' | 'clave_tax_id'>],
    Pick<CompraRow, 'id' | 'estado' | 'dte_folio'>
  >(
    `SELECT c.id, ${ESTADO} AS estado, d.folio AS dte_folio FROM ${FROM}
     WHERE c.id IN (
         SELECT id FROM compra_int WHERE empresa_id = @empresa_id AND ambiente = @ambiente AND clave_nombre = @clave_nombre
         UNION SELECT id FROM compra_int WHERE empresa_id = @empresa_id AND ambiente = @ambiente AND clave_tax_id = @clave_tax_id)
       AND c.id <> @id AND c.estado <> 'descartada'
     ORDER BY ${VIVA} DESC, c.created_at, c.id LIMIT 1`,
  ),
  /** Those of an amount, which a movement of a card may be. */
  deMonto: client.prepare<
    [{ empresaId: string; ambiente: Ambiente; moneda: string; desde: string; hasta: string }],
    Pick<Guardada, 'id' | 'propuesta'>
  >(
    `SELECT id, propuesta FROM compra_int WHERE empresa_id = @empresaId AND ambiente = @ambiente AND estado <> 'descartada'
       AND fecha >= @desde AND fecha <= @hasta AND propuesta ->> 'moneda' = @moneda ORDER BY fecha DESC, id`,
  ),
  ofFila: client.prepare<[estadoCuentaId: string], { fila: number; id: string }>(
    "SELECT fila, id FROM compra_int WHERE estado_cuenta_id = ? AND estado <> 'descartada'",
  ),
  insert: prepareInsert(client, compraInt),
  update: client.prepare<[Guardada]>(
    `UPDATE compra_int SET estado = @estado, metodo = @metodo, paginas = @paginas, motivo = @motivo, propuesta = @propuesta,
       dudosos = @dudosos, conversion = @conversion, naturaleza = @naturaleza, prestador_residente = @prestador_residente,
       iva_chileno_cobrado = @iva_chileno_cobrado, afecto_impuesto_adicional = @afecto_impuesto_adicional, confirmado = @confirmado,
       bloqueos = @bloqueos, busqueda = @busqueda, fecha = @fecha, clave_nombre = @clave_nombre, clave_tax_id = @clave_tax_id,
       updated_at = @updated_at WHERE id = @id`,
  ),
  stored: client.prepare<[id: string], Guardada>('SELECT * FROM compra_int WHERE id = ?'),
  issue: client.prepare<[jobId: string, conversion: string, at: string, id: string]>(
    'UPDATE compra_int SET emision_job_id = ?, emision_conversion = ?, updated_at = ? WHERE id = ?',
  ),
  file: client
    .prepare<[compraId: string], Uint8Array>(
      'SELECT archivo_cifrado FROM compra_int_archivo WHERE compra_id = ?',
    )
    .pluck(),
  modoIa: client
    .prepare<[empresaId: string], 'no' | 'texto' | 'imagen'>('SELECT extraccion_ia FROM empresa WHERE id = ?')
    .pluck(),
  empresa: client.prepare<[id: string], { rut: string; razon_social: string }>(
    'SELECT rut, razon_social FROM empresa WHERE id = ?',
  ),
  insertFile: client.prepare<[compraId: string, archivo: Uint8Array]>(
    'INSERT INTO compra_int_archivo VALUES (?, ?)',
  ),
})

export type CompraGuardada = Guardada

export type EstadoCuentaRow = Row<typeof estadoCuenta>

export const prepareEstados = (client: Database) => ({
  get: client.prepare<[id: string, ...Within], EstadoCuentaRow>(
    'SELECT * FROM estado_cuenta WHERE id = ? AND empresa_id = ? AND ambiente = ?',
  ),
  stored: client.prepare<[id: string], EstadoCuentaRow>('SELECT * FROM estado_cuenta WHERE id = ?'),
  list: client.prepare<[...Within, en: string, id: string, limit: number, offset: number], EstadoCuentaRow>(
    `SELECT * FROM estado_cuenta WHERE empresa_id = ? AND ambiente = ? AND (created_at, id) < (?, ?) ORDER BY created_at DESC, id DESC LIMIT ? OFFSET ?`,
  ),
  count: client
    .prepare<Within, number>('SELECT count(*) FROM estado_cuenta WHERE empresa_id = ? AND ambiente = ?')
    .pluck(),
  insert: prepareInsert(client, estadoCuenta, ['formato', 'tarjeta', 'motivo', 'filas_cifradas']),
  finish: client.prepare<
    [Pick<EstadoCuentaRow, 'id' | 'estado' | 'formato' | 'tarjeta' | 'motivo' | 'filas' | 'filas_cifradas'>]
  >(
    `UPDATE estado_cuenta SET estado = @estado, formato = @formato, tarjeta = @tarjeta, motivo = @motivo, filas = @filas,
       filas_cifradas = @filas_cifradas, archivo_cifrado = NULL WHERE id = @id AND estado = 'extrayendo'`,
  ),
})
