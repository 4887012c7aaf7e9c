// The statements of received documents: a mailbox brings thousands, each looked up and written (src §3.15; store §4).

import type { Database } from 'better-sqlite3'
import { prepareInsert } from '../../store/statements'
import type { rcvDocumento } from '../../store/tables/rcv'
import {
  recibido,
  recibidoArchivo,
  recibidoCesion,
  recibidoContenido,
  type recibidoPdf,
  type recibidoPdfParte,
  recibidoReferencia,
} from '../../store/tables/recibido'
import type { Row } from '../../store/tables/row'

export type RecibidoRow = Row<typeof recibido>
type ArchivoRow = Row<typeof recibidoArchivo>

/** The owner of the document and its number, whatever its bytes. */
export type Clave = Pick<RecibidoRow, 'empresa_id' | 'ambiente' | 'rut_emisor' | 'tipo_dte' | 'folio'>

const CLAVE =
  'empresa_id = @empresa_id AND ambiente = @ambiente AND rut_emisor = @rut_emisor AND tipo_dte = @tipo_dte AND folio = @folio'

/**
 * How much speaks for one of several files under one folio, as the register is now: that it agrees with it (2), that its signature and
 * its stamp are good (1). 0 for a document that is alone.
 */
export const PREFERENCIA = `CASE WHEN recibido.conflicto = 0 THEN 0 ELSE (recibido.firma IN ('valida', 'certificado_vencido') AND recibido.timbre = 'valido')
  + 2 * EXISTS (SELECT 1 FROM rcv_documento c WHERE c.empresa_id = recibido.empresa_id AND c.ambiente = recibido.ambiente
    AND c.lado = 'compra' AND c.rut = recibido.rut_emisor AND c.tipo_dte = recibido.tipo_dte AND c.folio = recibido.folio
    AND c.ausente_desde IS NULL AND c.monto_total = recibido.monto_total AND c.fecha_emision = recibido.fecha_emision) END`

export const prepareEntrada = (client: Database) => ({
  /** Those of one key, the first of them first. */
  sameKey: client.prepare<[Clave], RecibidoRow>(`SELECT * FROM recibido WHERE ${CLAVE} ORDER BY id`),
  insert: prepareInsert(client, recibido),
  insertContenido: prepareInsert(client, recibidoContenido),
  insertReferencia: prepareInsert(client, recibidoReferencia, [], 'ON CONFLICT DO NOTHING'),
  insertCesion: prepareInsert(client, recibidoCesion, [], 'ON CONFLICT DO NOTHING'),
  ceded: client.prepare<[cesiones: string, id: string]>('UPDATE recibido SET cesiones = ? WHERE id = ?'),
  renew: client.prepare<[Pick<RecibidoRow, 'id' | 'digest' | 'firma' | 'informe'>]>(
    'UPDATE recibido SET digest = @digest, firma = @firma, informe = @informe WHERE id = @id',
  ),
  /** All of one key disagree from now on. */
  conflict: client.prepare<[Clave]>(`UPDATE recibido SET conflicto = 1 WHERE ${CLAVE}`),
})

export const prepareArchivos = (client: Database) => ({
  /** A file that came the same way before: of what a death cut off the rest comes again. */
  same: client
    .prepare<[Pick<ArchivoRow, 'empresa_id' | 'ambiente' | 'huella' | 'origen' | 'mensaje_id'>], string>(
      `SELECT id FROM recibido_archivo WHERE empresa_id = @empresa_id AND ambiente = @ambiente AND huella = @huella
         AND origen = @origen AND mensaje_id IS @mensaje_id ORDER BY id LIMIT 1`,
    )
    .pluck(),
  insert: prepareInsert(client, recibidoArchivo),
  get: client.prepare<[id: string], Pick<ArchivoRow, 'nombre' | 'bytes_cifrados'>>(
    'SELECT nombre, bytes_cifrados FROM recibido_archivo WHERE id = ?',
  ),
  remove: client.prepare<[id: string]>('DELETE FROM recibido_archivo WHERE id = ?'),
})

type CompraRow = Pick<
  Row<typeof rcvDocumento>,
  'periodo' | 'estado_contable' | 'monto_total' | 'fecha_emision'
>

export const prepareLectura = (client: Database) => ({
  sameKey: client.prepare<[Clave], Pick<RecibidoRow, 'id' | 'recibido_en'>>(
    `SELECT id, recibido_en FROM recibido WHERE ${CLAVE} ORDER BY ${PREFERENCIA} DESC, id DESC`,
  ),
  /** The purchase of the register that it is. */
  compra: client.prepare<[Clave], CompraRow>(
    `SELECT periodo, estado_contable, monto_total, fecha_emision FROM rcv_documento
     WHERE empresa_id = @empresa_id AND ambiente = @ambiente AND lado = 'compra' AND rut = @rut_emisor
       AND tipo_dte = @tipo_dte AND folio = @folio AND ausente_desde IS NULL`,
  ),
  hasPdf: client.prepare<[id: string], 1>('SELECT 1 FROM recibido_pdf WHERE recibido_id = ?').pluck(),
  contenido: client
    .prepare<[id: string], Buffer>('SELECT contenido_cifrado FROM recibido_contenido WHERE recibido_id = ?')
    .pluck(),
  /** The newest of an issuer whose signature and stamp hold, and which nothing contradicts (areas/recibidos §2). */
  lastOf: client
    .prepare<[Pick<Clave, 'empresa_id' | 'ambiente' | 'rut_emisor'>], string>(
      `SELECT id FROM recibido WHERE empresa_id = @empresa_id AND ambiente = @ambiente AND rut_emisor = @rut_emisor
         AND firma = 'valida' AND timbre = 'valido' AND conflicto = 0 ORDER BY fecha_emision DESC, id DESC LIMIT 1`,
    )
    .pluck(),
  archivo: client.prepare<[id: string], ArchivoRow>('SELECT * FROM recibido_archivo WHERE id = ?'),
  siblings: client
    .prepare<[archivoId: string], number>('SELECT count(*) FROM recibido WHERE archivo_id = ?')
    .pluck(),
  /** The files that told of its cessions after it came, the first first. */
  deCesiones: client
    .prepare<[id: string], string>(
      'SELECT archivo_id FROM recibido_cesion WHERE recibido_id = ? ORDER BY archivo_id',
    )
    .pluck(),
  isNeeded: client
    .prepare<[{ id: string }], 0 | 1>(
      `SELECT EXISTS (SELECT 1 FROM recibido WHERE archivo_id = @id)
         OR EXISTS (SELECT 1 FROM recibido_cesion WHERE archivo_id = @id)`,
    )
    .pluck(),
  /** Whether a credit note and an invoice of the register are linked by it. */
  isLinked: client
    .prepare<[Clave], 0 | 1>(
      `SELECT EXISTS (SELECT 1 FROM rcv_documento r JOIN rcv_vinculacion v ON v.nc_id = r.id OR v.factura_id = r.id
         WHERE r.empresa_id = @empresa_id AND r.ambiente = @ambiente AND r.lado = 'compra' AND r.rut = @rut_emisor
           AND r.tipo_dte = @tipo_dte AND r.folio = @folio)`,
    )
    .pluck(),
  remove: client.prepare<[id: string]>('DELETE FROM recibido WHERE id = ?'),
  /** The first of the files left with one key leads; one alone is in no conflict. */
  settle: client.prepare<[Clave & { left: number; primero_id: string; primero_en: string }]>(
    `UPDATE recibido SET conflicto = @left > 1, primero_id = @primero_id, primero_en = @primero_en WHERE ${CLAVE}`,
  ),
})

export const preparePdfs = (client: Database) => ({
  has: client.prepare<[id: string], 1>('SELECT 1 FROM recibido_pdf WHERE recibido_id = ?').pluck(),
  /** Where the document is there, and has none. */
  insert: client.prepare<[Row<typeof recibidoPdf>]>(
    `INSERT INTO recibido_pdf (recibido_id, nombre, pdf_cifrado, partes)
     SELECT id, @nombre, @pdf_cifrado, @partes FROM recibido WHERE id = @recibido_id ON CONFLICT DO NOTHING`,
  ),
  /** In the place of what one that was cut off left. */
  insertParte: client.prepare<[Row<typeof recibidoPdfParte>]>(
    `INSERT OR REPLACE INTO recibido_pdf_parte (recibido_id, parte, pdf_cifrado)
     SELECT id, @parte, @pdf_cifrado FROM recibido WHERE id = @recibido_id`,
  ),
  removeRest: client.prepare<[id: string, from: number]>(
    'DELETE FROM recibido_pdf_parte WHERE recibido_id = ? AND parte >= ?',
  ),
  get: client.prepare<[id: string], Row<typeof recibidoPdf>>(
    'SELECT * FROM recibido_pdf WHERE recibido_id = ?',
  ),
  parte: client
    .prepare<[id: string, parte: number], Buffer>(
      'SELECT pdf_cifrado FROM recibido_pdf_parte WHERE recibido_id = ? AND parte = ?',
    )
    .pluck(),
})
