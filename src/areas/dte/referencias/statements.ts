// The hot statements of what documents do to one another: an acceptance asks what it refers to, a verdict what hangs on it
// (src §3.15; store §4).

import type { Database } from 'better-sqlite3'
import type { Ambiente } from '../../../domain/ambiente'
import { GUIA, TIPOS } from '../../../domain/dte/tipos'
import type { Titular } from '../../../domain/titular'
import type { documentoReferencia } from '../../../store/tables/documento'
import type { guia, guiaFactura } from '../../../store/tables/guia'
import type { Row } from '../../../store/tables/row'
import type { DocumentoRow } from '../documento/documento-store'

/**
 * The effect of a note on one document: `partes` is the loss of each component, below zero for a debit's
 * addition.
 */
export type EfectoRow = Row<typeof documentoReferencia>

/** A note as the document it acts on shows it; `monto` is what the balance loses, below zero for a debit. */
type ActingRow = Pick<DocumentoRow, 'tipo_dte' | 'folio' | 'fecha_emision' | 'estado_sii'> &
  Pick<EfectoRow, 'codigo' | 'monto'> & { aplicado: EfectoRow['aplicada'] }

/** Why a guide cannot be invoiced, the first that applies. */
type Impedimento =
  | 'anulada'
  | 'rechazada'
  | 'descartada'
  | 'facturada'
  | 'importada'
  | 'traslado'
  | 'sin_montos'

type GuiaFactura = Row<typeof guiaFactura>

/** A guide and the first invoice that covers it; `factura_forzada` 1 when all that do are beside one that no longer does. */
export interface GuiaRow extends DocumentoRow, Omit<Row<typeof guia>, 'documento_id'> {
  factura_id: DocumentoRow['id'] | null
  factura_tipo: DocumentoRow['tipo_dte'] | null
  factura_folio: DocumentoRow['folio'] | null
  factura_forzada: GuiaFactura['forzada'] | null
  impedimento: Impedimento | null
}

export const prepareAnulaciones = (client: Database) => ({
  voiders: client.prepare<[id: string], DocumentoRow>(
    `SELECT d.* FROM documento_referencia r JOIN documento d ON d.id = r.documento_id
     WHERE r.referido_id = ? AND r.codigo = 1 ORDER BY d.created_at, d.rowid`,
  ),
  voided: client
    .prepare<[notaId: string], string>(
      'SELECT referido_id FROM documento_referencia WHERE documento_id = ? AND codigo = 1',
    )
    .pluck(),
})

export const prepareSaldos = (client: Database) => ({
  on: client.prepare<[id: string], EfectoRow>('SELECT * FROM documento_referencia WHERE referido_id = ?'),
  of: client.prepare<[notaId: string], EfectoRow>(
    'SELECT * FROM documento_referencia WHERE documento_id = ?',
  ),
  setSaldo: client.prepare<[saldo: number, id: string]>('UPDATE documento SET saldo = ? WHERE id = ?'),
})

const DEBITOS = TIPOS.filter(({ nota }) => nota === 'debito')
  .map(({ codigo }) => codigo)
  .join(', ')

export const prepareReferencias = (client: Database) => ({
  uncounted: client.prepare<[id: string], DocumentoRow>(
    `SELECT n.* FROM documento_referencia r JOIN documento n ON n.id = r.documento_id
     WHERE r.referido_id = ? AND r.aplicada = 0 AND r.codigo <> 1 AND n.tipo_dte IN (${DEBITOS})`,
  ),
  insert: client.prepare('INSERT INTO documento_referencia VALUES (?, ?, ?, ?, 0, ?)'),
  efectos: client.prepare<[notaId: string, aplicada: 0 | 1], Pick<EfectoRow, 'referido_id' | 'codigo'>>(
    'SELECT referido_id, codigo FROM documento_referencia WHERE documento_id = ? AND aplicada = ?',
  ),
  mark: client.prepare<[aplicada: 0 | 1, notaId: string, before: 0 | 1]>(
    'UPDATE documento_referencia SET aplicada = ? WHERE documento_id = ? AND aplicada = ?',
  ),
  voidBy: client.prepare<[notaId: string, id: string]>('UPDATE documento SET anulado_por = ? WHERE id = ?'),
  unvoid: client.prepare<[id: string, notaId: string]>(
    'UPDATE documento SET anulado_por = NULL WHERE id = ? AND anulado_por = ?',
  ),
  unaccepted: client.prepare<[notaId: string], DocumentoRow>(
    `SELECT d.* FROM documento_referencia r JOIN documento d ON d.id = r.referido_id
     WHERE r.documento_id = ? AND d.estado_sii NOT IN ('aceptado', 'aceptado_con_reparos', 'no_consultado')`,
  ),
  acting: client.prepare<[id: string], ActingRow>(
    `SELECT n.tipo_dte, n.folio, n.fecha_emision, r.codigo, r.monto, r.aplicada AS aplicado, n.estado_sii
     FROM documento_referencia r JOIN documento n ON n.id = r.documento_id
     WHERE r.referido_id = ? AND n.folio_estado <> 'libre' ORDER BY n.created_at, n.rowid`,
  ),
})

// The one place that says which guides may be invoiced: sales, sales to be made and consignments (IndTraslado 1, 2, 3), in
// force, with something to charge. Of a rejected or annulled one the goods travelled with no document.
const GUIAS = `
  SELECT d.*, g.ind_traslado, g.anulada_at, g.motivo_anulacion,
    f.id AS factura_id, f.tipo_dte AS factura_tipo, f.folio AS factura_folio, l.forzada AS factura_forzada,
    CASE
      WHEN g.anulada_at IS NOT NULL THEN 'anulada'
      WHEN d.estado_sii = 'rechazado' THEN 'rechazada'
      WHEN d.folio_estado = 'libre' OR d.folio_estado = 'por_anular' THEN 'descartada'
      WHEN f.id IS NOT NULL THEN 'facturada'
      WHEN d.origen = 'importado' AND d.fecha_emision < coalesce((SELECT h.guias_facturables_desde FROM historia_ajuste h
        WHERE h.empresa_id = @empresaId AND h.ambiente = @ambiente), @importadasDesde) THEN 'importada'
      WHEN g.ind_traslado NOT IN (1, 2, 3) THEN 'traslado'
      WHEN d.monto_total <= 0 THEN 'sin_montos'
    END AS impedimento
  FROM documento d
    JOIN guia g ON g.documento_id = d.id
    LEFT JOIN guia_factura l ON l.id = (SELECT v.id FROM guia_factura v WHERE v.guia_id = d.id AND v.liberada_at IS NULL
      ORDER BY v.forzada, v.id LIMIT 1)
    LEFT JOIN documento f ON f.id = l.factura_id
  WHERE d.empresa_id = @empresaId AND d.ambiente = @ambiente AND d.tipo_dte = ${GUIA} AND d.folio_estado <> 'libre'`

const LIST = `FROM (${GUIAS}) WHERE (@facturable IS NULL OR (impedimento IS NULL) = @facturable)
  AND (@anulada IS NULL OR (anulada_at IS NOT NULL) = @anulada)
  AND (@receptor IS NULL OR rut_receptor = @receptor)
  AND (@desde IS NULL OR fecha_emision >= @desde) AND (@hasta IS NULL OR fecha_emision <= @hasta)`

/** The first day from which guides of elsewhere may be invoiced, where the company sets none. */
interface Importadas {
  importadasDesde: string
}

/** The filters of a list of guides; null is all. */
interface Narrowed extends Titular, Importadas {
  facturable: number | null
  anulada: number | null
  receptor: string | null
  desde: string | null
  hasta: string | null
}

export const prepareGuias = (client: Database) => ({
  insert: client.prepare<[documentoId: string, indTraslado: number]>(
    'INSERT INTO guia (documento_id, ind_traslado) VALUES (?, ?)',
  ),
  byFolio: client.prepare<[Titular & Importadas & { folio: number }], GuiaRow>(
    `${GUIAS} AND d.folio = @folio`,
  ),
  list: client.prepare<
    [Narrowed & { fecha: string; folio: number; limite: number; offset: number }],
    GuiaRow
  >(
    `SELECT * ${LIST} AND (fecha_emision, folio) < (@fecha, @folio) ORDER BY fecha_emision DESC, folio DESC LIMIT @limite OFFSET @offset`,
  ),
  count: client.prepare<[Narrowed], number>(`SELECT count(*) ${LIST}`).pluck(),
  setVoided: client.prepare('UPDATE guia SET anulada_at = ?, motivo_anulacion = ? WHERE documento_id = ?'),
  nameVoider: client.prepare<[id: string]>('UPDATE documento SET anulado_por = id, saldo = 0 WHERE id = ?'),
  cover: client.prepare(
    'INSERT INTO guia_factura (guia_id, factura_id, created_at, forzada) VALUES (?, ?, ?, ?)',
  ),
  free: client.prepare(
    'UPDATE guia_factura SET liberada_at = ?, liberada_por = ? WHERE factura_id = ? AND liberada_at IS NULL',
  ),
  lost: client.prepare<[facturaId: string], DocumentoRow & Pick<GuiaFactura, 'forzada'>>(
    `SELECT DISTINCT d.*, l.forzada FROM guia_factura l JOIN documento d ON d.id = l.guia_id
     WHERE l.factura_id = ? AND l.liberada_por IS NOT NULL
       AND NOT EXISTS (SELECT 1 FROM guia_factura v
         WHERE v.guia_id = l.guia_id AND v.factura_id = l.factura_id AND v.liberada_at IS NULL)`,
  ),
  covered: client.prepare<[facturaId: string], DocumentoRow>(
    `SELECT d.* FROM guia_factura l JOIN documento d ON d.id = l.guia_id
     WHERE l.factura_id = ? AND l.liberada_at IS NULL ORDER BY d.folio`,
  ),
  coveredBy: client.prepare<[guiaId: string], Pick<DocumentoRow, 'tipo_dte' | 'folio'>>(
    `SELECT d.tipo_dte, d.folio FROM guia_factura l JOIN documento d ON d.id = l.factura_id
     WHERE l.guia_id = ? AND l.liberada_at IS NULL ORDER BY l.forzada, l.id`,
  ),
  forced: client
    .prepare<[facturaId: string], 1>(
      'SELECT 1 FROM guia_factura WHERE factura_id = ? AND forzada = 1 LIMIT 1',
    )
    .pluck(),
  covering: client
    .prepare<[ids: string], string>(
      `SELECT DISTINCT factura_id FROM guia_factura
       WHERE factura_id IN (SELECT value FROM json_each(?)) AND liberada_at IS NULL`,
    )
    .pluck(),
  pending: client.prepare<[facturaId: string], DocumentoRow>(
    `SELECT d.* FROM guia_factura l JOIN documento d ON d.id = l.guia_id
     WHERE l.factura_id = ? AND l.liberada_at IS NULL AND d.estado_sii NOT IN ('aceptado', 'aceptado_con_reparos', 'no_consultado')`,
  ),
})

/** How many scheduled emissions are opened to see what they replace: each takes a moment. */
const MIRADAS = 500

export const prepareReemplazos = (client: Database) => ({
  insert: client.prepare<[documentoId: string, reemplazadoId: string, forzado: number]>(
    'INSERT INTO documento_reemplazo (documento_id, reemplazado_id, forzado) VALUES (?, ?, ?)',
  ),
  remove: client.prepare<[documentoId: string]>('DELETE FROM documento_reemplazo WHERE documento_id = ?'),
  replaced: client.prepare<[documentoId: string], Pick<DocumentoRow, 'tipo_dte' | 'folio'>>(
    `SELECT d.tipo_dte, d.folio FROM documento_reemplazo r JOIN documento d ON d.id = r.reemplazado_id
     WHERE r.documento_id = ?`,
  ),
  /** Emissions that wait for their hour, the latest; their requests are sealed. */
  programadas: client
    .prepare<[empresaId: string, Ambiente], string>(
      `SELECT p.job_id FROM emision_programada p JOIN job j ON j.id = p.job_id
       WHERE p.empresa_id = ? AND p.ambiente = ? AND j.estado = 'scheduled' ORDER BY p.rowid DESC LIMIT ${MIRADAS}`,
    )
    .pluck(),
  successors: client.prepare<
    [reemplazadoId: string],
    Pick<DocumentoRow, 'tipo_dte' | 'folio' | 'estado_sii'>
  >(
    `SELECT d.tipo_dte, d.folio, d.estado_sii FROM documento_reemplazo r JOIN documento d ON d.id = r.documento_id
     WHERE r.reemplazado_id = ? ORDER BY r.forzado, d.created_at, d.rowid`,
  ),
})
