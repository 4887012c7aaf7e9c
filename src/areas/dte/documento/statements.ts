// The hot statements of documents, of requests that wait for their hour, and of who issues them: every acceptance runs some, and
// the line of a company the others, thousands of times a second (src §3.15; store §4).

import type { Database } from 'better-sqlite3'
import type { Ambiente } from '../../../domain/ambiente'
import type { documento } from '../../../store/tables/documento'
import type { certificado, empresa } from '../../../store/tables/empresa'
import type { emisionProgramada } from '../../../store/tables/programada'
import type { Row } from '../../../store/tables/row'

export type DocumentoRow = Row<typeof documento>

/** A document that was issued here: it has its range and its job. */
export type EmitidoRow = DocumentoRow & { caf_id: string; job_id: string }

export const prepareDocumentos = (client: Database) => ({
  insert: client.prepare(
    `INSERT INTO documento (id, empresa_id, ambiente, tipo_dte, folio, caf_id, job_id, fecha_emision, rut_emisor,
       rut_receptor, razon_social_receptor, monto_neto, monto_exento, monto_iva, monto_total, saldo, referencia_externa,
       busqueda, created_at, forma_pago, num_id_receptor, folio_estado, estado_sii, origen)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  ),
  insertContenido: client.prepare('INSERT INTO documento_contenido VALUES (?, ?)'),
  setContenido: client.prepare<[contenido: Uint8Array, id: string]>(
    'UPDATE documento_contenido SET contenido_cifrado = ? WHERE documento_id = ?',
  ),
  contenido: client
    .prepare<[id: string], Uint8Array>(
      'SELECT contenido_cifrado FROM documento_contenido WHERE documento_id = ?',
    )
    .pluck(),
  insertXml: client.prepare('INSERT INTO documento_xml VALUES (?, ?)'),
  xml: client
    .prepare<[id: string], Uint8Array>('SELECT xml_cifrado FROM documento_xml WHERE documento_id = ?')
    .pluck(),
  byJob: client.prepare<[jobId: string], EmitidoRow>('SELECT * FROM documento WHERE job_id = ?'),
  byId: client.prepare<[id: string], DocumentoRow>('SELECT * FROM documento WHERE id = ?'),
  byFolio: client.prepare<[empresaId: string, Ambiente, tipo: number, folio: number], DocumentoRow>(
    `SELECT * FROM documento
     WHERE empresa_id = ? AND ambiente = ? AND tipo_dte = ? AND folio = ? AND folio_estado <> 'libre'`,
  ),
  byEnvio: client.prepare<[envioId: string], EmitidoRow>(
    'SELECT * FROM documento WHERE envio_id = ? ORDER BY rowid',
  ),
  byJobs: client.prepare<[jobIds: string], EmitidoRow>(
    'SELECT d.* FROM json_each(?) j CROSS JOIN documento d ON d.job_id = j.value ORDER BY j.key',
  ),
  setRegistro: client.prepare<[id: string]>("UPDATE documento SET contenido = 'registro' WHERE id = ?"),
  setImported: client.prepare<[at: string | null, id: string]>(
    "UPDATE documento SET contenido = 'xml', firmado_at = ? WHERE id = ?",
  ),
  setSigned: client.prepare('UPDATE documento SET firmado_at = ?, formato_nuevo = ? WHERE id = ?'),
  addHistory: client.prepare(
    'INSERT INTO documento_historial (documento_id, fecha, estado, sii_codigo, detalle) VALUES (?, ?, ?, ?, ?)',
  ),
  setConciliar: client.prepare('UPDATE documento SET conciliar = ? WHERE id = ?'),
  setFolio: client.prepare('UPDATE documento SET folio_estado = ? WHERE id = ?'),
  setVerdict: client.prepare(
    'UPDATE documento SET estado_sii = ?, codigo_sii = ?, glosa_sii = ? WHERE id = ?',
  ),
})

/** The columns of a job without a document. */
type ProgramadaRow = Pick<
  Row<typeof emisionProgramada>,
  'tipo_dte' | 'rut_receptor' | 'monto_total' | 'referencia_externa'
>

export const prepareProgramadas = (client: Database) => ({
  insert: client.prepare('INSERT INTO emision_programada VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)'),
  get: client.prepare<[jobId: string], ProgramadaRow>(
    'SELECT tipo_dte, rut_receptor, monto_total, referencia_externa FROM emision_programada WHERE job_id = ?',
  ),
  cuerpo: client
    .prepare<[jobId: string], Uint8Array>('SELECT solicitud_cifrada FROM emision_programada WHERE job_id = ?')
    .pluck(),
  remove: client.prepare<[jobId: string]>('DELETE FROM emision_programada WHERE job_id = ?'),
})

type CertificadoRow = Row<typeof certificado>

/** Without a certificate there are no dates of one. */
export type EmpresaRow = Row<typeof empresa> & {
  [K in 'valido_desde' | 'valido_hasta']: CertificadoRow[K] | null
}

export const prepareEmisores = (client: Database) => ({
  empresa: client.prepare<[id: string], EmpresaRow>(
    `SELECT e.*, c.valido_desde, c.valido_hasta FROM empresa e LEFT JOIN certificado c ON c.empresa_id = e.id
     WHERE e.id = ?`,
  ),
  certificado: client.prepare<[empresaId: string], CertificadoRow & Pick<Row<typeof empresa>, 'cuenta_id'>>(
    'SELECT c.*, e.cuenta_id FROM certificado c JOIN empresa e ON e.id = c.empresa_id WHERE c.empresa_id = ?',
  ),
})
