// The statements of sets: documents that travel in one envelope of their own (store §4).

import type { Database } from 'better-sqlite3'
import type { Ambiente } from '../../../domain/ambiente'
import type { Estado } from '../../../jobs/estados'
import type { envioSet } from '../../../store/tables/envio-set'
import type { Row } from '../../../store/tables/row'

/** A document of a set, with the job that brings it to the SII; `error` is JSON, `run_at` milliseconds since 1970. */
export type MiembroRow = Pick<Row<typeof envioSet>, 'caso' | 'documento_id'> & {
  empresa_id: string
  ambiente: Ambiente
  job_id: string
  tipo_dte: number
  folio: number
  estado: Estado
  run_at: number | null
  error: string | null
}

export const prepareSets = (client: Database) => ({
  insert: client.prepare<[envioId: string, orden: number, caso: number, documentoId: string]>(
    'INSERT INTO envio_set (envio_id, orden, caso, documento_id) VALUES (?, ?, ?, ?)',
  ),
  has: client.prepare<[envioId: string], 1>('SELECT 1 FROM envio_set WHERE envio_id = ? LIMIT 1').pluck(),
  of: client
    .prepare<[documentoId: string], string>('SELECT envio_id FROM envio_set WHERE documento_id = ?')
    .pluck(),
  members: client.prepare<[envioId: string], MiembroRow>(
    `SELECT s.caso, s.documento_id, d.empresa_id, d.ambiente, d.job_id, d.tipo_dte, d.folio, j.estado, j.run_at, j.error
     FROM envio_set s JOIN documento d ON d.id = s.documento_id JOIN job j ON j.id = d.job_id
     WHERE s.envio_id = ? ORDER BY s.orden`,
  ),
})
