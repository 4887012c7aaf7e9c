// The hot statements of the register: a file brings tens of thousands of documents, each looked up, compared and written, and a
// list asks what it may have of each row (src §3.15; store §4).

import type { Database } from 'better-sqlite3'
import { NOTAS_CREDITO } from '../../domain/rcv/tipos'
import { prepareInsert } from '../../store/statements'
import { isEmitido, rcvCambio, rcvDocumento, type rcvTramo } from '../../store/tables/rcv'
import type { rcvTotal } from '../../store/tables/rcv-sync'
import type { Row } from '../../store/tables/row'

export type DocumentoRow = Row<typeof rcvDocumento>

/** The owner of the register. */
export type Dueno = Pick<DocumentoRow, 'empresa_id' | 'ambiente'>

/** A slice of a month: side and state. */
export type Tramo = Dueno & Pick<Row<typeof rcvTramo>, 'periodo' | 'lado' | 'estado_contable'>

/** The changes of a type's sums in a slice. */
export type Suma = Tramo &
  Pick<DocumentoRow, 'tipo_dte' | 'monto_total'> & {
    documentos: number
    monto_exento: number
    monto_neto: number
    monto_iva: number
    iva_no_recuperable: number
    iva_uso_comun: number
  }

export const DUENO = 'empresa_id = @empresa_id AND ambiente = @ambiente'
const TRAMO = `${DUENO} AND periodo = @periodo AND lado = @lado AND estado_contable = @estado_contable`

const SIGNO = `CASE WHEN tipo_dte IN (${NOTAS_CREDITO}) THEN -1 ELSE 1 END`

/** The columns in which a document may differ from what it was. */
export const COLUMNAS_DOCUMENTO = [
  'periodo',
  'estado_contable',
  'tipo_transaccion',
  'razon_social',
  'fecha_emision',
  'fecha_recepcion',
  'fecha_acuse',
  'fecha_reclamo',
  'monto_exento',
  'monto_neto',
  'monto_iva',
  'iva_no_recuperable',
  'iva_uso_comun',
  'monto_total',
] as const

const WRITTEN = [
  ...COLUMNAS_DOCUMENTO,
  'datos',
  'crudo',
  'nro',
  'orden',
  'origen',
  'busqueda',
  'visto_en',
  'ausente_desde',
] as const satisfies readonly (keyof DocumentoRow)[]

export type Cambio = Row<typeof rcvCambio>['cambio']

/** A document as it is written: everything but what triggers keep. */
export type DocumentoEscrito = Omit<DocumentoRow, 'vinculado'>

export const prepareImportacion = (client: Database) => ({
  find: client.prepare<[object], DocumentoRow>(
    `SELECT * FROM rcv_documento WHERE ${DUENO} AND lado = @lado AND rut = @rut AND tipo_dte = @tipo_dte AND folio = @folio`,
  ),
  insert: prepareInsert(client, rcvDocumento, ['vinculado']),
  update: client.prepare<[DocumentoEscrito]>(
    `UPDATE rcv_documento SET ${WRITTEN.map((name) => `${name} = @${name}`).join(', ')} WHERE id = @id`,
  ),
  place: client.prepare<[Pick<DocumentoRow, 'orden' | 'nro' | 'crudo' | 'id'>]>(
    'UPDATE rcv_documento SET orden = @orden, nro = @nro, crudo = @crudo WHERE id = @id',
  ),
  /** The amounts that links made by hand take of a document. */
  aMano: client
    .prepare<[{ id: string }], number>(
      `SELECT coalesce(sum(monto), 0) FROM rcv_vinculacion WHERE origen = 'manual' AND (nc_id = @id OR factura_id = @id)`,
    )
    .pluck(),
  seen: client.prepare<[vistoEn: string, id: string]>('UPDATE rcv_documento SET visto_en = ? WHERE id = ?'),
  absent: client.prepare<[desde: string, id: string]>(
    'UPDATE rcv_documento SET ausente_desde = ? WHERE id = ?',
  ),
  /** The documents and sum of a slice, credit notes taken off. */
  presentes: client.prepare<[Tramo], { documentos: number; monto: number; iva: number }>(
    `SELECT count(*) AS documentos, coalesce(sum(${SIGNO} * monto_total), 0) AS monto,
       coalesce(sum(${SIGNO} * coalesce(monto_iva, 0)), 0) AS iva FROM rcv_documento WHERE ${TRAMO} AND ausente_desde IS NULL`,
  ),
  /** The RUT of the register's owner. */
  rut: client.prepare<[empresaId: string], string>('SELECT rut FROM empresa WHERE id = ?').pluck(),
  lastOrden: client
    .prepare<[Tramo], number>(`SELECT coalesce(max(orden), 0) FROM rcv_documento WHERE ${TRAMO}`)
    .pluck(),
  /** The next documents of a slice, in the order of its file. */
  scan: client.prepare<[Tramo & { orden: number; id: string; limit: number }], DocumentoRow>(
    `SELECT * FROM rcv_documento WHERE ${TRAMO} AND (orden, id) > (@orden, @id) ORDER BY orden, id LIMIT @limit`,
  ),
  cambio: prepareInsert(client, rcvCambio, ['id']),
  suma: client.prepare<[Suma]>(
    `INSERT INTO rcv_resumen VALUES (@empresa_id, @ambiente, @periodo, @lado, @estado_contable, @tipo_dte, @documentos,
       @monto_exento, @monto_neto, @monto_iva, @iva_no_recuperable, @iva_uso_comun, @monto_total)
     ON CONFLICT DO UPDATE SET documentos = documentos + excluded.documentos,
       monto_exento = monto_exento + excluded.monto_exento, monto_neto = monto_neto + excluded.monto_neto,
       monto_iva = monto_iva + excluded.monto_iva,
       iva_no_recuperable = iva_no_recuperable + excluded.iva_no_recuperable,
       iva_uso_comun = iva_uso_comun + excluded.iva_uso_comun, monto_total = monto_total + excluded.monto_total`,
  ),
  beginTramo: client.prepare<[Tramo & { visto_en: string; origen: string }]>(
    `INSERT INTO rcv_tramo (empresa_id, ambiente, periodo, lado, estado_contable, origen, visto_en, cargando)
     VALUES (@empresa_id, @ambiente, @periodo, @lado, @estado_contable, @origen, @visto_en, 1)
     ON CONFLICT DO UPDATE SET cargando = 1`,
  ),
  endTramo: client.prepare<[Tramo & { visto_en: string; completo_en: string | null; origen: string }]>(
    `UPDATE rcv_tramo SET cargando = 0, origen = @origen, visto_en = @visto_en, huella = NULL, incompleto = NULL,
       completo_en = coalesce(@completo_en, completo_en) WHERE ${TRAMO}`,
  ),
})

type TotalRow = Row<typeof rcvTotal>

/** Sums of types of a slice that come by the summary's file. */
export const prepareTotales = (client: Database) => ({
  sumados: client.prepare<[Tramo], TotalRow>(
    `SELECT * FROM rcv_total WHERE ${TRAMO} AND detalle = 'resumen'`,
  ),
  /** The sum of a type's documents, if there are any. */
  deDocumentos: client.prepare<[Tramo & { tipo_dte: number }], Omit<Suma, keyof Tramo>>(
    `SELECT * FROM rcv_resumen WHERE ${TRAMO} AND tipo_dte = @tipo_dte AND documentos > 0`,
  ),
  put: client.prepare<[TotalRow]>(
    `INSERT OR REPLACE INTO rcv_total VALUES (@empresa_id, @ambiente, @periodo, @lado, @estado_contable, @tipo_dte, @detalle,
       @documentos, @monto_exento, @monto_neto, @monto_iva, @iva_no_recuperable, @iva_uso_comun, @monto_total)`,
  ),
  drop: client.prepare<[TotalRow]>(`DELETE FROM rcv_total WHERE ${TRAMO} AND tipo_dte = @tipo_dte`),
  /** A slice changed by a file no longer matches the SII's last reading: the next one reads it anew. */
  forgetHuella: client.prepare<[Tramo]>(`UPDATE rcv_tramo SET huella = NULL WHERE ${TRAMO}`),
  /** Sums make a slice known, never whole. */
  ensureTramo: client.prepare<[Tramo & { visto_en: string }]>(
    `INSERT INTO rcv_tramo (empresa_id, ambiente, periodo, lado, estado_contable, origen, visto_en)
     VALUES (@empresa_id, @ambiente, @periodo, @lado, @estado_contable, 'csv', @visto_en) ON CONFLICT DO NOTHING`,
  ),
})

/** The balance of the document issued here that a row is; none of a row that is no such. */
export const prepareEmitido = (client: Database) =>
  client
    .prepare<[id: string], number>(
      `SELECT max(0, e.saldo) FROM rcv_documento r JOIN documento e ON ${isEmitido('r', 'e')}
         AND e.estado_sii <> 'rechazado' WHERE r.id = ?`,
    )
    .pluck()
