// The statements of what was issued and received here beside the register: a month's documents one by one (src §3.15).

import type { Database } from 'better-sqlite3'
import { SIN_VALOR_SQL } from '../../../domain/dte/estados'
import { TIPOS } from '../../../domain/dte/tipos'
import { BOLETAS } from '../../../domain/rcof'
import { NO_LISTADOS } from '../../../domain/rcv/tipos'
import { isEmitido, isRecibido } from '../../../store/tables/rcv'
import type { recibido } from '../../../store/tables/recibido'
import type { Row } from '../../../store/tables/row'
import type { DocumentoRow, Dueno } from '../statements'

const DEL_COMPRADOR = TIPOS.filter(({ delComprador }) => delComprador).map(({ codigo }) => codigo)

type RecibidoRow = Row<typeof recibido>

/** A document of the register beside the one issued here or the received file, if there is one; of several files that of `BEST`. */
export type CruceRow = Pick<
  DocumentoRow,
  | 'id'
  | 'lado'
  | 'rut'
  | 'razon_social'
  | 'tipo_dte'
  | 'folio'
  | 'estado_contable'
  | 'fecha_emision'
  | 'monto_total'
> & {
  monto_timbre: number | null
  estado_sii: string | null
  con_otro_rut: string | null
  recibido_id: string | null
  monto_recibido: number | null
  firma: RecibidoRow['firma'] | null
  timbre: RecibidoRow['timbre'] | null
}

export type SinRegistroRow = Pick<
  DocumentoRow,
  'id' | 'rut' | 'razon_social' | 'tipo_dte' | 'folio' | 'monto_total'
> & {
  created_at: string
}

/** One issued here: its amounts, and whether it is a note over the company's own factura de compra. */
export type EmitidoSinRegistroRow = SinRegistroRow &
  Pick<DocumentoRow, 'fecha_emision'> & {
    monto_exento: number
    monto_neto: number
    monto_iva: number
    sobre_compra: 0 | 1
  }

const GOOD = "firma IN ('valida', 'certificado_vencido')"

export const prepareCuadratura = (client: Database) => ({
  /** The next of a month, by date; `con_otro_rut` is the document that the register has as another party's. */
  registro: client.prepare<[Dueno & { periodo: string; fecha: string; id: string; limit: number }], CruceRow>(
    `SELECT r.id, r.lado, r.rut, r.razon_social, r.tipo_dte, r.folio, r.estado_contable, r.fecha_emision, r.monto_total,
       e.monto_total AS monto_timbre, e.estado_sii, CASE WHEN e.rut_receptor <> r.rut THEN e.id END AS con_otro_rut,
       x.id AS recibido_id, x.monto_total AS monto_recibido, x.firma, x.timbre
     FROM rcv_documento r LEFT JOIN documento e ON ${isEmitido('r', 'e')}
     LEFT JOIN recibido x ON x.id = (SELECT k.id FROM recibido k WHERE ${isRecibido('r', 'k')}
       ORDER BY (k.monto_total = r.monto_total AND k.fecha_emision = r.fecha_emision) DESC,
         (k.${GOOD} AND k.timbre = 'valido') DESC, k.id DESC LIMIT 1)
     WHERE r.empresa_id = @empresa_id AND r.ambiente = @ambiente AND r.periodo = @periodo
       AND (r.fecha_emision, r.id) > (@fecha, @id) AND r.ausente_desde IS NULL
     ORDER BY r.fecha_emision, r.id LIMIT @limit`,
  ),
  /** Documents of a day that the SII has and no register tells of as their receiver's, by which its index finds them. */
  sinRegistro: client.prepare<[Dueno & { fecha: string }], EmitidoSinRegistroRow>(
    `SELECT e.id, e.rut_receptor AS rut, e.razon_social_receptor AS razon_social, e.tipo_dte, e.folio, e.fecha_emision,
       e.monto_exento, e.monto_neto, e.monto_iva, e.monto_total, e.created_at,
       EXISTS (SELECT 1 FROM documento_referencia n JOIN documento f ON f.id = n.referido_id
         WHERE n.documento_id = e.id AND f.tipo_dte IN (${DEL_COMPRADOR})) AS sobre_compra FROM documento e
     WHERE e.empresa_id = @empresa_id AND e.ambiente = @ambiente AND e.fecha_emision = @fecha AND e.folio_estado <> 'libre'
       AND e.tipo_dte NOT IN (${NO_LISTADOS}) AND e.estado_sii NOT IN ${SIN_VALOR_SQL}
       AND NOT EXISTS (SELECT 1 FROM rcv_documento r WHERE ${isEmitido('r', 'e')}
         AND r.lado IN ('compra', 'venta') AND r.rut = e.rut_receptor AND r.ausente_desde IS NULL)
     ORDER BY +e.tipo_dte, +e.folio`,
  ),
  /** Received documents of a day that no register tells of, one of each folio: of several files the best. A 46 is a sale of ours. */
  recibidosSinRegistro: client.prepare<[Dueno & { fecha: string }], SinRegistroRow>(
    `SELECT d.id, d.rut_emisor AS rut, d.razon_social_emisor AS razon_social, d.tipo_dte, d.folio, d.monto_total,
       d.recibido_en AS created_at FROM recibido d
     WHERE d.empresa_id = @empresa_id AND d.ambiente = @ambiente AND d.fecha_emision = @fecha
       AND d.tipo_dte NOT IN (${[...NO_LISTADOS, ...DEL_COMPRADOR]})
       AND d.id = (SELECT k.id FROM recibido k WHERE k.empresa_id = d.empresa_id AND k.ambiente = d.ambiente
         AND k.rut_emisor = d.rut_emisor AND k.tipo_dte = d.tipo_dte AND k.folio = d.folio
         ORDER BY (k.${GOOD} AND k.timbre = 'valido') DESC, k.id DESC LIMIT 1)
       AND NOT EXISTS (SELECT 1 FROM rcv_documento r WHERE ${isRecibido('r', 'd')}
         AND r.lado IN ('compra', 'venta') AND r.rut = d.rut_emisor AND r.ausente_desde IS NULL)
     ORDER BY +d.tipo_dte, d.rut_emisor, +d.folio`,
  ),
  /** The sum of a month's boletas issued here that the SII has. */
  boletas: client.prepare<
    [Dueno & { desde: string; hasta: string }],
    Pick<DocumentoRow, 'tipo_dte' | 'monto_total'> & {
      documentos: number
      monto_exento: number
      monto_neto: number
      monto_iva: number
    }
  >(
    `SELECT tipo_dte, sum(documentos) AS documentos, sum(monto_exento) AS monto_exento, sum(monto_neto) AS monto_neto,
       sum(monto_iva) AS monto_iva, sum(monto_total) AS monto_total
     FROM documento_dia WHERE empresa_id = @empresa_id AND ambiente = @ambiente AND fecha_emision BETWEEN @desde AND @hasta
       AND tipo_dte IN (${BOLETAS}) AND estado_sii NOT IN ${SIN_VALOR_SQL}
     GROUP BY tipo_dte HAVING sum(documentos) > 0 ORDER BY tipo_dte`,
  ),
})
