// The statements of exports and of the documents that they hold (areas/contabilidad §5; src §3.15).

import type { Database } from 'better-sqlite3'
import type { Titular } from '../../domain/titular'
import { prepareInsert } from '../../store/statements'
import { asientoDocumento, asientoExportacion } from '../../store/tables/contabilidad'
import type { Row } from '../../store/tables/row'

type ExportacionRow = Row<typeof asientoExportacion>
/** Without its file. */
export type ExportacionVista = Omit<ExportacionRow, 'archivo_cifrado'>
type DocumentoExportado = Row<typeof asientoDocumento>
type Retenido = Pick<DocumentoExportado, 'exportacion_id' | 'libro' | 'documento' | 'huella'>

const VISTA = `id, empresa_id, ambiente, periodo, formato, base, alcance, libros, estado, nombre, tipo_contenido, bytes, sha256,
  documentos, asientos, debe, haber, autor, created_at, confirmada_at, anulada_at, motivo, soltando`
const OWN = 'empresa_id = @empresa_id AND ambiente = @ambiente'
const OF_LIST = `${OWN} AND estado <> 'preparando' AND (@periodo IS NULL OR periodo = @periodo) AND (@estado IS NULL OR estado = @estado)`

export interface FiltroExportacion {
  empresa_id: string
  ambiente: Titular['ambiente']
  periodo: string | null
  estado: string | null
}

export const prepareExportaciones = (client: Database) => ({
  list: client.prepare<[FiltroExportacion & { limit: number; offset: number }], ExportacionVista>(
    `SELECT ${VISTA} FROM asiento_exportacion INDEXED BY asiento_exportacion_lista WHERE ${OF_LIST}
     ORDER BY created_at DESC, id DESC LIMIT @limit OFFSET @offset`,
  ),
  after: client.prepare<
    [FiltroExportacion & { limit: number; created_at: string; id: string }],
    ExportacionVista
  >(
    `SELECT ${VISTA} FROM asiento_exportacion INDEXED BY asiento_exportacion_lista WHERE ${OF_LIST}
       AND (created_at, id) < (@created_at, @id) ORDER BY created_at DESC, id DESC LIMIT @limit`,
  ),
  count: client
    .prepare<[FiltroExportacion], number>(
      `SELECT count(*) FROM asiento_exportacion INDEXED BY asiento_exportacion_lista WHERE ${OF_LIST}`,
    )
    .pluck(),
  find: client.prepare<[{ empresa_id: string; ambiente: string; id: string }], ExportacionVista>(
    `SELECT ${VISTA} FROM asiento_exportacion WHERE ${OWN} AND id = @id AND estado <> 'preparando'`,
  ),
  archivo: client
    .prepare<[id: string], Buffer>('SELECT archivo_cifrado FROM asiento_exportacion WHERE id = ?')
    .pluck(),
  insert: prepareInsert(client, asientoExportacion),
  finish: client.prepare<[archivo: Uint8Array, id: string]>(
    "UPDATE asiento_exportacion SET estado = 'generada', archivo_cifrado = ? WHERE id = ?",
  ),
  confirm: client.prepare<[at: string, id: string]>(
    "UPDATE asiento_exportacion SET estado = 'confirmada', confirmada_at = ? WHERE id = ?",
  ),
  annul: client.prepare<[at: string, motivo: string, id: string]>(
    "UPDATE asiento_exportacion SET estado = 'anulada', soltando = 1, anulada_at = ?, motivo = ? WHERE id = ?",
  ),
  addDocumento: prepareInsert(client, asientoDocumento),
  /** Held by living exports of a month, behind one. */
  held: client.prepare<
    [
      {
        empresa_id: string
        ambiente: string
        periodo: string
        libro: string
        documento: string
        limit: number
      },
    ],
    Retenido
  >(
    `SELECT exportacion_id, libro, documento, huella FROM asiento_documento INDEXED BY asiento_documento_periodo
     WHERE ${OWN} AND periodo = @periodo AND vivo = 1 AND (libro, documento) > (@libro, @documento)
     ORDER BY libro, documento LIMIT @limit`,
  ),
  /** The living export that holds a document, whichever its month. */
  holder: client
    .prepare<[{ empresa_id: string; ambiente: string; libro: string; documento: string }], string>(
      `SELECT exportacion_id FROM asiento_documento INDEXED BY asiento_documento_vivo
       WHERE ${OWN} AND libro = @libro AND documento = @documento AND vivo = 1`,
    )
    .pluck(),
  documentos: client.prepare<
    [{ id: string; libro: string; documento: string; limit: number }],
    Pick<DocumentoExportado, 'libro' | 'documento'>
  >(
    `SELECT libro, documento FROM asiento_documento WHERE exportacion_id = @id AND (libro, documento) > (@libro, @documento)
     ORDER BY libro, documento LIMIT @limit`,
  ),
  letGo: client.prepare<[exportacionId: string, libro: string, documento: string]>(
    'UPDATE asiento_documento SET vivo = NULL WHERE exportacion_id = ? AND libro = ? AND documento = ?',
  ),
  letAllGo: client.prepare<[id: string]>('UPDATE asiento_exportacion SET soltando = 0 WHERE id = ?'),
  /** The rests of a process that died midway. */
  unfinished: client.prepare<[], Pick<ExportacionRow, 'id' | 'estado'>>(
    `SELECT id, estado FROM asiento_exportacion INDEXED BY asiento_exportacion_a_medias
     WHERE estado = 'preparando' OR soltando = 1`,
  ),
  letHeldGo: client.prepare<[exportacionId: string]>(
    'UPDATE asiento_documento SET vivo = NULL WHERE exportacion_id = ? AND vivo = 1',
  ),
  dropDocumentos: client.prepare<[exportacionId: string]>(
    'DELETE FROM asiento_documento WHERE exportacion_id = ?',
  ),
  drop: client.prepare<[id: string]>('DELETE FROM asiento_exportacion WHERE id = ?'),
})
