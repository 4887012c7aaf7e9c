// The statements of answers, ours and those of others (areas/recibidos/intercambio §1; store §4).

import type { Database } from 'better-sqlite3'
import type { Ambiente } from '../../../domain/ambiente'
import type { Ajena } from '../../../domain/intercambio'
import type { Titular } from '../../../domain/titular'
import { prepareInsert } from '../../../store/statements'
import { respuesta, respuestaArchivo, respuestaRecibida } from '../../../store/tables/intercambio'
import type { recibido, recibidoArchivo } from '../../../store/tables/recibido'
import type { Row } from '../../../store/tables/row'

export type RespuestaRow = Row<typeof respuesta>
export type RecibidaRow = Row<typeof respuestaRecibida>
/** With who sent the mail that it came in; null of what a person uploaded. */
export type LlegadaRow = RecibidaRow & { remitente: string | null }
type ArchivoRow = Row<typeof respuestaArchivo>

/** The columns of one statement beside its owner and file. */
export type NuevaRecibida = Omit<RecibidaRow, 'id' | 'empresa_id' | 'ambiente' | 'archivo_id' | 'recibida_en'>

/** A received document as an answer names it. */
export type RespondidoRow = Pick<
  Row<typeof recibido>,
  | 'id'
  | 'archivo_id'
  | 'rut_emisor'
  | 'tipo_dte'
  | 'folio'
  | 'fecha_emision'
  | 'monto_total'
  | 'firma'
  | 'razon_social_emisor'
>
/** The file that it came in; `sobre` is JSON. `de`: who sent the mail of the mailbox that brought it. */
export type EntradaRow = Pick<
  Row<typeof recibidoArchivo>,
  'id' | 'nombre' | 'sobre' | 'recibido_en' | 'responder_a' | 'origen'
> & { de: string | null }

/** The statement of an answer about one document. */
export interface DichoRow extends RespondidoRow {
  codigo: number | null
  glosa: string
}

/** Which answers a list shows; null is all. */
export interface Filtro extends Titular {
  /** JSON of classes, and of states. */
  tipos: string | null
  estados: string | null
}
export interface FiltroRecibidas extends Titular {
  clases: string | null
  /** 1: only what is held against no document; 0: only what is. */
  ajenas: 0 | 1 | null
}
/** A page of what follows a row: its instant and its id. */
interface Behind {
  en: string
  tras: string
  limit: number
  offset: number
}

const FOUND = `FROM respuesta WHERE empresa_id = @empresaId AND ambiente = @ambiente
  AND (@tipos IS NULL OR tipo IN (SELECT value FROM json_each(@tipos)))
  AND (@estados IS NULL OR estado IN (SELECT value FROM json_each(@estados)))`
const CAME = `FROM respuesta_recibida WHERE empresa_id = @empresaId AND ambiente = @ambiente
  AND (@clases IS NULL OR clase IN (SELECT value FROM json_each(@clases)))
  AND (@ajenas IS NULL OR (motivo IS NOT NULL) = @ajenas)`
const RESPONDIDO =
  'd.id, d.archivo_id, d.rut_emisor, d.tipo_dte, d.folio, d.fecha_emision, d.monto_total, d.firma, d.razon_social_emisor'

export const prepareRespuestas = (client: Database) => ({
  byId: client.prepare<[empresaId: string, ambiente: Ambiente, id: string], RespuestaRow>(
    'SELECT * FROM respuesta WHERE empresa_id = ? AND ambiente = ? AND id = ?',
  ),
  byJob: client.prepare<[jobId: string], RespuestaRow>('SELECT * FROM respuesta WHERE job_id = ?'),
  same: client.prepare<
    [Pick<RespuestaRow, 'tipo' | 'codigo' | 'glosa' | 'recinto'> & { recibido_id: string }],
    RespuestaRow
  >(
    `SELECT r.* FROM respuesta_documento d JOIN respuesta r ON r.id = d.respuesta_id
     WHERE d.recibido_id = @recibido_id AND r.tipo = @tipo AND d.codigo IS @codigo AND d.glosa = @glosa AND r.recinto = @recinto
     ORDER BY r.numero DESC LIMIT 1`,
  ),
  automatica: client.prepare<[archivoId: string], RespuestaRow>(
    "SELECT * FROM respuesta WHERE archivo_id = ? AND origen = 'automatica'",
  ),
  lastNumber: client
    .prepare<[empresaId: string, ambiente: Ambiente], number>(
      'SELECT coalesce(max(numero), 0) FROM respuesta WHERE empresa_id = ? AND ambiente = ?',
    )
    .pluck(),
  codigoEnvio: client
    .prepare<[archivoId: string], number>('SELECT codigo_envio FROM respuesta WHERE archivo_id = ? LIMIT 1')
    .pluck(),
  insert: prepareInsert(client, respuesta, ['estado', 'error', 'firmada_en', 'enviada_en']),
  insertDocumento: client.prepare<
    [respuestaId: string, recibidoId: string, codigo: number | null, glosa: string]
  >('INSERT INTO respuesta_documento VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING'),
  documentos: client.prepare<[respuestaId: string], DichoRow>(
    `SELECT ${RESPONDIDO}, r.codigo, r.glosa FROM respuesta_documento r JOIN recibido d ON d.id = r.recibido_id
     WHERE r.respuesta_id = ? ORDER BY d.tipo_dte, d.folio, d.id`,
  ),
  again: client.prepare<
    [jobId: string, destinatario: string | null, sinSalida: RespuestaRow['sin_salida'], id: string]
  >(
    "UPDATE respuesta SET estado = 'armada', error = NULL, job_id = ?, destinatario = ?, sin_salida = ? WHERE id = ?",
  ),
  setSigned: client.prepare<[at: string, id: string]>('UPDATE respuesta SET firmada_en = ? WHERE id = ?'),
  insertXml: client.prepare<[id: string, xml: Uint8Array]>('INSERT INTO respuesta_xml VALUES (?, ?)'),
  xml: client
    .prepare<[id: string], Uint8Array>('SELECT xml_cifrado FROM respuesta_xml WHERE respuesta_id = ?')
    .pluck(),
  setSent: client.prepare<[at: string, id: string]>(
    "UPDATE respuesta SET estado = 'enviada', error = NULL, sin_salida = NULL, enviada_en = ? WHERE id = ?",
  ),
  setFailed: client.prepare<[error: string, jobId: string]>(
    "UPDATE respuesta SET estado = 'fallida', error = ? WHERE job_id = ? AND estado = 'armada'",
  ),
  reopen: client.prepare<[jobId: string]>(
    "UPDATE respuesta SET estado = 'armada', error = NULL WHERE job_id = ? AND estado = 'fallida'",
  ),
  list: client.prepare<[Filtro & Behind], RespuestaRow>(
    `SELECT * ${FOUND} AND (creada_en, id) < (@en, @tras) ORDER BY creada_en DESC, id DESC LIMIT @limit OFFSET @offset`,
  ),
  total: client.prepare<[Filtro], number>(`SELECT count(*) ${FOUND}`).pluck(),
  /** Those that did not fail, the last first. */
  hermanas: client.prepare<[respuestaId: string], HermanaRow>(
    `SELECT r.id, r.tipo, r.recinto, r.estado, coalesce(r.enviada_en, r.creada_en) AS desde, d.codigo AS propio, o.codigo, o.glosa
     FROM respuesta_documento d JOIN respuesta_documento o ON o.recibido_id = d.recibido_id AND o.respuesta_id <> d.respuesta_id
       JOIN respuesta r ON r.id = o.respuesta_id AND r.estado <> 'fallida'
     WHERE d.respuesta_id = ? ORDER BY r.numero DESC`,
  ),
  ofRecibido: client.prepare<[recibidoId: string], RespuestaRow>(
    `SELECT r.* FROM respuesta_documento d JOIN respuesta r ON r.id = d.respuesta_id WHERE d.recibido_id = ? ORDER BY r.numero`,
  ),
})

/** Another answer of the company about one of the documents of an answer, and what both say of it. */
export interface HermanaRow extends Pick<RespuestaRow, 'id' | 'tipo' | 'recinto' | 'estado'> {
  propio: number | null
  codigo: number | null
  glosa: string
  desde: string
}

/** The received documents, as far as answers need them. */
export const prepareEntradas = (client: Database) => ({
  recibido: client.prepare<[empresaId: string, ambiente: Ambiente, id: string], RespondidoRow>(
    `SELECT ${RESPONDIDO} FROM recibido d WHERE d.empresa_id = ? AND d.ambiente = ? AND d.id = ?`,
  ),
  deArchivo: client.prepare<[archivoId: string], RespondidoRow>(
    `SELECT ${RESPONDIDO} FROM recibido d WHERE d.archivo_id = ? ORDER BY d.tipo_dte, d.folio, d.id`,
  ),
  archivo: client.prepare<[id: string], EntradaRow>(
    `SELECT a.id, a.nombre, a.sobre, a.recibido_en, a.responder_a, a.origen, m.de
     FROM recibido_archivo a LEFT JOIN mensaje m ON m.id = a.mensaje_id WHERE a.id = ?`,
  ),
})

export const prepareRecibidas = (client: Database) => ({
  archivo: client.prepare<
    [empresaId: string, ambiente: Ambiente, huella: string],
    Pick<ArchivoRow, 'id' | 'hechas' | 'recibida_en'>
  >(
    'SELECT id, hechas, recibida_en FROM respuesta_archivo WHERE empresa_id = ? AND ambiente = ? AND huella = ?',
  ),
  insertArchivo: prepareInsert(client, respuestaArchivo),
  hechas: client
    .prepare<[archivoId: string], number | null>('SELECT hechas FROM respuesta_archivo WHERE id = ?')
    .pluck(),
  setHechas: client.prepare<[hechas: number | null, archivoId: string]>(
    'UPDATE respuesta_archivo SET hechas = ? WHERE id = ?',
  ),
  /** Whether a file says anything of a document or an upload of the company. */
  isPropio: client
    .prepare<[archivoId: string], 0 | 1>(
      'SELECT EXISTS (SELECT 1 FROM respuesta_recibida WHERE archivo_id = ? AND motivo IS NULL)',
    )
    .pluck(),
  /** Why what of a file is held against no document is not. */
  motivos: client
    .prepare<[archivoId: string], Ajena>(
      'SELECT DISTINCT motivo FROM respuesta_recibida WHERE archivo_id = ? AND motivo IS NOT NULL ORDER BY motivo',
    )
    .pluck(),
  bytes: client.prepare<
    [empresaId: string, ambiente: Ambiente, id: string],
    Pick<ArchivoRow, 'id' | 'nombre' | 'bytes_cifrados'>
  >(
    `SELECT a.id, a.nombre, a.bytes_cifrados FROM respuesta_recibida r JOIN respuesta_archivo a ON a.id = r.archivo_id
     WHERE r.empresa_id = ? AND r.ambiente = ? AND r.id = ?`,
  ),
  insert: prepareInsert(client, respuestaRecibida),
  ofDocumento: client.prepare<[documentoId: string], RecibidaRow>(
    'SELECT * FROM respuesta_recibida WHERE documento_id = ? AND motivo IS NULL ORDER BY recibida_en, id',
  ),
  remitente: client
    .prepare<[mensajeId: string], string | null>('SELECT de FROM mensaje WHERE id = ?')
    .pluck(),
  list: client.prepare<[FiltroRecibidas & Behind], LlegadaRow>(
    `SELECT *, (SELECT m.de FROM respuesta_archivo a JOIN mensaje m ON m.id = a.mensaje_id
       WHERE a.id = respuesta_recibida.archivo_id) AS remitente ${CAME} AND (recibida_en, id) < (@en, @tras)
     ORDER BY recibida_en DESC, id DESC LIMIT @limit OFFSET @offset`,
  ),
  total: client.prepare<[FiltroRecibidas], number>(`SELECT count(*) ${CAME}`).pluck(),
})
