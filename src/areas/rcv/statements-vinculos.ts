// The statements of links of notes of credit: those between two parties are made anew whenever one of their documents changed
// (store §4).

import type { Database } from 'better-sqlite3'
import { NOTAS_CREDITO, NOTAS_DEBITO } from '../../domain/rcv/tipos'
import { isEmitido, type rcvVinculacion } from '../../store/tables/rcv'
import type { recibidoReferencia } from '../../store/tables/recibido'
import type { Row } from '../../store/tables/row'
import { type DocumentoRow, DUENO, type Dueno } from './statements'

/** The documents between the company and one other party. */
export type Partes = Dueno & Pick<DocumentoRow, 'lado' | 'rut'>

export type VinculableRow = Pick<
  DocumentoRow,
  'id' | 'tipo_dte' | 'folio' | 'fecha_emision' | 'monto_total' | 'monto_neto' | 'monto_iva' | 'vinculado'
>

export type VinculacionRow = Row<typeof rcvVinculacion>

/** SQL of: the pesos that debit notes of the register add to its document `r`, as the trigger of links counts them. */
const cargosOf = (r: string): string =>
  `(SELECT coalesce(sum(c.monto_total), 0) FROM rcv_documento c WHERE c.empresa_id = ${r}.empresa_id AND c.ambiente = ${r}.ambiente
     AND c.lado = ${r}.lado AND c.rut = ${r}.rut AND c.tipo_dte IN (${NOTAS_DEBITO}) AND c.ausente_desde IS NULL
     AND CAST(c.datos ->> 'referenciaTipo' AS INTEGER) = ${r}.tipo_dte AND CAST(c.datos ->> 'referenciaFolio' AS INTEGER) = ${r}.folio)`

/** SQL of: a row of `rcv_documento` names a sale of here that the register lacks. */
export const NOMBRA_EMITIDA = `(rcv_documento.lado = 'venta' AND EXISTS (SELECT 1 FROM documento e
  WHERE e.empresa_id = rcv_documento.empresa_id AND e.ambiente = rcv_documento.ambiente
    AND e.tipo_dte = CAST(rcv_documento.datos ->> 'referenciaTipo' AS INTEGER)
    AND e.folio = CAST(rcv_documento.datos ->> 'referenciaFolio' AS INTEGER)
    AND e.rut_receptor = rcv_documento.rut AND e.folio_estado <> 'libre'
    AND NOT EXISTS (SELECT 1 FROM rcv_documento f WHERE f.empresa_id = e.empresa_id AND f.ambiente = e.ambiente
      AND f.lado = 'venta' AND f.rut = e.rut_receptor AND f.tipo_dte = e.tipo_dte AND f.folio = e.folio)))`

const PARTES = `${DUENO} AND lado = @lado AND rut = @rut`
const NOTA = `tipo_dte IN (${NOTAS_CREDITO})`
const DE_PARTES = `JOIN rcv_documento ON rcv_documento.id = nc_id
  WHERE rcv_documento.empresa_id = @empresa_id AND rcv_documento.ambiente = @ambiente AND rcv_documento.lado = @lado
    AND rut = @rut AND ${NOTA}`

export const prepareVinculos = (client: Database) => ({
  /** Whether any month of a company was read. */
  hasRegistro: client
    .prepare<[Dueno], 0 | 1>(`SELECT EXISTS (SELECT 1 FROM rcv_tramo WHERE ${DUENO})`)
    .pluck(),
  hasNotas: client
    .prepare<[Partes], 0 | 1>(
      `SELECT EXISTS (SELECT 1 FROM rcv_documento WHERE ${PARTES} AND ${NOTA} AND ausente_desde IS NULL)
         OR EXISTS (SELECT 1 FROM rcv_vinculacion v ${DE_PARTES})`,
    )
    .pluck(),
  notas: client.prepare<[Partes], VinculableRow & Pick<DocumentoRow, 'datos' | 'periodo'>>(
    `SELECT id, tipo_dte, folio, fecha_emision, monto_total, monto_neto, monto_iva, vinculado, datos, periodo
     FROM rcv_documento WHERE ${PARTES} AND ${NOTA} AND ausente_desde IS NULL`,
  ),
  /** The next of the others, by type and folio. */
  facturas: client.prepare<[Partes & { tipo_dte: number; folio: number; limit: number }], VinculableRow>(
    `SELECT id, tipo_dte, folio, fecha_emision, monto_total, monto_neto, monto_iva, vinculado
     FROM rcv_documento WHERE ${PARTES} AND NOT ${NOTA} AND (tipo_dte, folio) > (@tipo_dte, @folio) AND ausente_desde IS NULL
     ORDER BY tipo_dte, folio LIMIT @limit`,
  ),
  /** Those that a debit note names, gone from the register or not, and the pesos that debit notes add to each. */
  conDebitos: client.prepare<[Partes], { id: string; cargos: number }>(
    `SELECT f.id, sum(iif(n.ausente_desde IS NULL, n.monto_total, 0)) AS cargos
     FROM (SELECT * FROM rcv_documento WHERE ${PARTES} AND tipo_dte IN (${NOTAS_DEBITO})) n
       JOIN rcv_documento f ON f.empresa_id = n.empresa_id AND f.ambiente = n.ambiente AND f.lado = n.lado AND f.rut = n.rut
         AND f.tipo_dte = CAST(n.datos ->> 'referenciaTipo' AS INTEGER) AND f.folio = CAST(n.datos ->> 'referenciaFolio' AS INTEGER)
     GROUP BY f.id`,
  ),
  /** The references of every note, gone from the register or not, as its `datos` tell them. */
  nombrados: client
    .prepare<[Partes], string>(
      `SELECT datos FROM rcv_documento WHERE ${PARTES} AND tipo_dte IN (${[...NOTAS_CREDITO, ...NOTAS_DEBITO]})`,
    )
    .pluck(),
  /** The parties of a row, and its references. */
  fila: client.prepare<[id: string], Partes & Pick<DocumentoRow, 'datos'>>(
    'SELECT empresa_id, ambiente, lado, rut, datos FROM rcv_documento WHERE id = ?',
  ),
  /** The row between two parties that a reference names. */
  filaDe: client
    .prepare<[Partes & Pick<DocumentoRow, 'tipo_dte' | 'folio'>], string>(
      `SELECT id FROM rcv_documento WHERE ${PARTES} AND tipo_dte = @tipo_dte AND folio = @folio`,
    )
    .pluck(),
  cargosOf: client
    .prepare<[id: string], number>(`SELECT ${cargosOf('f')} FROM rcv_documento f WHERE f.id = ?`)
    .pluck(),
  /** The document of here that a row is. */
  emitida: client
    .prepare<[id: string], string>(
      `SELECT e.id FROM rcv_documento r JOIN documento e ON ${isEmitido('r', 'e')} WHERE r.id = ?`,
    )
    .pluck(),
  vinculos: client.prepare<[Partes], VinculacionRow>(
    `SELECT rcv_vinculacion.* FROM rcv_vinculacion ${DE_PARTES}`,
  ),
  quitadas: client
    .prepare<[Partes], string>(`SELECT nc_id || '/' || factura_id FROM rcv_desvinculada ${DE_PARTES}`)
    .pluck(),
  /** The references of a note's received file with a good signature: none without a file, an empty one without any. */
  recibida: client.prepare<
    [Partes & Pick<DocumentoRow, 'tipo_dte' | 'folio' | 'fecha_emision' | 'monto_total'>],
    Partial<Row<typeof recibidoReferencia>>
  >(
    `SELECT f.* FROM recibido x LEFT JOIN recibido_referencia f ON f.recibido_id = x.id
     WHERE x.id = (SELECT id FROM recibido WHERE ${DUENO} AND rut_emisor = @rut AND tipo_dte = @tipo_dte AND folio = @folio
       AND firma IN ('valida', 'certificado_vencido') ORDER BY (monto_total = @monto_total AND fecha_emision = @fecha_emision) DESC, id LIMIT 1) ORDER BY f.linea`,
  ),
  remove: client.prepare<[string]>('DELETE FROM rcv_vinculacion WHERE id = ?'),
  /** Only where both still have the balance. */
  insert: client.prepare<[VinculacionRow]>(
    `INSERT INTO rcv_vinculacion
     SELECT @id, @empresa_id, @ambiente, @lado, @nc_id, @factura_id, @monto, @origen, @confianza, @razones, @creada_en
     WHERE @monto = 0 OR (SELECT monto_total - vinculado FROM rcv_documento WHERE id = @nc_id) >= @monto
       AND (SELECT f.monto_total + ${cargosOf('f')} - f.vinculado FROM rcv_documento f WHERE f.id = @factura_id) >= @monto
     ON CONFLICT DO NOTHING`,
  ),
})
