// Guides on disk: what each is, whether it may be invoiced, and the ledger of which invoice covers it (contract §5). All but
// the readers run inside the caller's transaction.

import type { Ambiente } from '../../domain/ambiente'
import type { Store } from '../../store/store'
import type { guia } from '../../store/tables/guia'
import type { Row } from '../../store/tables/row'
import type { DocumentoRow } from './documento-store'

/** Why a guide cannot be invoiced, the first that applies. */
export type Impedimento = 'anulada' | 'rechazada' | 'descartada' | 'facturada' | 'traslado' | 'sin_montos'

export interface GuiaRow extends DocumentoRow, Omit<Row<typeof guia>, 'documento_id'> {
  factura_id: string | null
  factura_tipo: number | null
  factura_folio: number | null
  /** 1 when the invoices that cover it are all beside one that no longer does (`forzar_guia`). */
  factura_forzada: 0 | 1 | null
  impedimento: Impedimento | null
}

/** What a list of guides is narrowed by. */
export interface FiltrosGuia {
  facturable?: boolean
  estado?: 'vigente' | 'anulada'
  receptor?: string
  desde?: string
  hasta?: string
}

export type GuiaStore = ReturnType<typeof createGuiaStore>

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
      WHEN g.ind_traslado NOT IN (1, 2, 3) THEN 'traslado'
      WHEN d.monto_total <= 0 THEN 'sin_montos'
    END AS impedimento
  FROM documento d
    JOIN guia g ON g.documento_id = d.id
    LEFT JOIN guia_factura l ON l.id = (SELECT v.id FROM guia_factura v WHERE v.guia_id = d.id AND v.liberada_at IS NULL
      ORDER BY v.forzada, v.id LIMIT 1)
    LEFT JOIN documento f ON f.id = l.factura_id
  WHERE d.empresa_id = @empresaId AND d.ambiente = @ambiente AND d.tipo_dte = 52 AND d.folio_estado <> 'libre'`

const LIST = `FROM (${GUIAS}) WHERE (@facturable IS NULL OR (impedimento IS NULL) = @facturable)
  AND (@anulada IS NULL OR (anulada_at IS NOT NULL) = @anulada)
  AND (@receptor IS NULL OR rut_receptor = @receptor)
  AND (@desde IS NULL OR fecha_emision >= @desde) AND (@hasta IS NULL OR fecha_emision <= @hasta)`

export function createGuiaStore({ client }: Store) {
  const insert = client.prepare('INSERT INTO guia (documento_id, ind_traslado) VALUES (?, ?)')
  const byFolio = client.prepare(`${GUIAS} AND d.folio = @folio`)
  const list = client.prepare(
    `SELECT * ${LIST} ORDER BY fecha_emision DESC, folio DESC LIMIT @limite OFFSET @offset`,
  )
  const count = client.prepare(`SELECT count(*) ${LIST}`).pluck()
  const setVoided = client.prepare(
    'UPDATE guia SET anulada_at = ?, motivo_anulacion = ? WHERE documento_id = ?',
  )
  const nameVoider = client.prepare('UPDATE documento SET anulado_por = id, saldo = 0 WHERE id = ?')
  const cover = client.prepare(
    'INSERT INTO guia_factura (guia_id, factura_id, created_at, forzada) VALUES (?, ?, ?, ?)',
  )
  const free = client.prepare(
    'UPDATE guia_factura SET liberada_at = ?, liberada_por = ? WHERE factura_id = ? AND liberada_at IS NULL',
  )
  const lost = client.prepare(
    `SELECT DISTINCT d.*, l.forzada FROM guia_factura l JOIN documento d ON d.id = l.guia_id
     WHERE l.factura_id = ? AND l.liberada_por IS NOT NULL
       AND NOT EXISTS (SELECT 1 FROM guia_factura v
         WHERE v.guia_id = l.guia_id AND v.factura_id = l.factura_id AND v.liberada_at IS NULL)`,
  )
  const covered = client.prepare(
    `SELECT d.* FROM guia_factura l JOIN documento d ON d.id = l.guia_id
     WHERE l.factura_id = ? AND l.liberada_at IS NULL ORDER BY d.folio`,
  )
  const coveredBy = client.prepare(
    `SELECT d.tipo_dte, d.folio FROM guia_factura l JOIN documento d ON d.id = l.factura_id
     WHERE l.guia_id = ? AND l.liberada_at IS NULL ORDER BY l.forzada, l.id`,
  )
  const forced = client
    .prepare<[string], 1>('SELECT 1 FROM guia_factura WHERE factura_id = ? AND forzada = 1 LIMIT 1')
    .pluck()
  const pending = client.prepare(
    `SELECT d.* FROM guia_factura l JOIN documento d ON d.id = l.guia_id
     WHERE l.factura_id = +? AND l.liberada_at IS NULL AND d.estado_sii NOT IN ('aceptado', 'aceptado_con_reparos')`,
  )

  const params = (empresaId: string, ambiente: Ambiente, f: FiltrosGuia) => ({
    empresaId,
    ambiente,
    facturable: f.facturable === undefined ? null : Number(f.facturable),
    anulada: f.estado === undefined ? null : Number(f.estado === 'anulada'),
    receptor: f.receptor ?? null,
    desde: f.desde ?? null,
    hasta: f.hasta ?? null,
  })

  return {
    insert: (documentoId: string, indTraslado: number) => void insert.run(documentoId, indTraslado),
    byFolio: (empresaId: string, ambiente: Ambiente, folio: number) =>
      byFolio.get({ empresaId, ambiente, folio }) as GuiaRow | undefined,
    list(empresaId: string, ambiente: Ambiente, f: FiltrosGuia, page: { limite: number; offset: number }) {
      const where = params(empresaId, ambiente, f)
      const { limite, offset } = page
      return {
        guias: list.all({ ...where, limite, offset }) as GuiaRow[],
        total: count.get(where) as number,
      }
    },
    /** Marks a guide as void; from then on it is nothing to refer to. */
    setVoided(documentoId: string, motivo: string, at: string): void {
      setVoided.run(at, motivo, documentoId)
      nameVoider.run(documentoId)
    },
    /**
     * Writes that an invoice covers a guide. A second invoice of the same guide breaks the unique index and throws, unless it
     * is to stand beside the first.
     */
    cover: (guiaId: string, facturaId: string, at: string, forzada = false) =>
      void cover.run(guiaId, facturaId, at, Number(forzada)),
    /** Gives back every guide of an invoice; `notaId` is the note that voided it, null when it came to nothing itself. */
    free: (facturaId: string, notaId: string | null, at: string) => void free.run(at, notaId, facturaId),
    /** The guides that an invoice lost to a note. */
    lost: (facturaId: string) => lost.all(facturaId) as (DocumentoRow & { forzada: 0 | 1 })[],
    /** The invoices that cover a guide, the first before those beside it. */
    coveredBy: (guiaId: string) => coveredBy.all(guiaId) as { tipo_dte: number; folio: number }[],
    covered: (facturaId: string) => covered.all(facturaId) as DocumentoRow[],
    /** Whether an invoice was to stand beside another over some guide. */
    forced: (facturaId: string) => forced.get(facturaId) !== undefined,
    /** The guides of an invoice that the SII has not accepted: not yet, or never. */
    pending: (facturaId: string) => pending.all(facturaId) as DocumentoRow[],
  }
}
