// Copies on disk, and what their companies want of them. Writers run inside the caller's transaction.

import type { Store } from '../../store/store'
import type { EnvioReceptor } from '../empresa'

export interface CopiaRow {
  id: string
  documento_id: string
  destinatario: string
  /** `manual`: a person asked for it. */
  origen: 'automatica' | 'manual'
  estado: 'pendiente' | 'enviada' | 'fallida'
  job_id: string
  created_at: string
  enviada_at: string | null
}

/** What a company says of its mails. */
export interface Remitente {
  envio_receptor: EnvioReceptor
  /** Its mailbox for exchange. */
  email_intercambio: string | null
  email: string | null
}

export type CopiaStore = ReturnType<typeof createCopiaStore>

export function createCopiaStore({ client }: Store) {
  const insert = client.prepare(
    `INSERT INTO copia (id, documento_id, destinatario, origen, job_id, created_at) VALUES (?, ?, ?, ?, ?, ?)`,
  )
  const byJob = client.prepare('SELECT * FROM copia WHERE job_id = ?')
  const living = client
    .prepare<[string, string], string>(
      "SELECT estado FROM copia WHERE documento_id = ? AND destinatario = ? AND estado <> 'fallida' ORDER BY estado DESC",
    )
    .pluck()
  const automatic = client
    .prepare("SELECT 1 FROM copia WHERE documento_id = ? AND destinatario = ? AND origen = 'automatica'")
    .pluck()
  const setSent = client.prepare(
    "UPDATE copia SET estado = 'enviada', enviada_at = ? WHERE id = ? AND estado = 'pendiente'",
  )
  const setFailed = client.prepare(
    "UPDATE copia SET estado = 'fallida' WHERE id = ? AND estado = 'pendiente'",
  )
  const reopen = client.prepare("UPDATE copia SET estado = 'pendiente' WHERE id = ? AND estado = 'fallida'")
  const remitente = client.prepare(
    'SELECT envio_receptor, email_intercambio, email FROM empresa WHERE id = ?',
  )
  const discarded = client.prepare("SELECT 1 FROM job WHERE id = ? AND estado = 'discarded'").pluck()
  const jobError = client.prepare<[string], string | null>('SELECT error FROM job WHERE id = ?').pluck()
  return {
    insert: (
      c: Pick<CopiaRow, 'id' | 'documento_id' | 'destinatario' | 'origen' | 'job_id' | 'created_at'>,
    ) => void insert.run(c.id, c.documento_id, c.destinatario, c.origen, c.job_id, c.created_at),
    byJob: (jobId: string) => byJob.get(jobId) as CopiaRow | undefined,
    /** Whether a copy to the mailbox is on its way (`pendiente`) or got there (`enviada`). */
    living: (documentoId: string, destinatario: string) =>
      living.get(documentoId, destinatario) as 'pendiente' | 'enviada' | undefined,
    hasAutomatic: (documentoId: string, destinatario: string) =>
      automatic.get(documentoId, destinatario) !== undefined,
    /** The three moves of a copy; whether it was where it had to be. */
    setSent: (id: string, at: string) => setSent.run(at, id).changes === 1,
    setFailed: (id: string) => setFailed.run(id).changes === 1,
    reopen: (id: string) => reopen.run(id).changes === 1,
    remitente: (empresaId: string) => remitente.get(empresaId) as Remitente,
    /** Whether a person gave the document up, though the SII may have it. */
    givenUp: (emisionId: string) => discarded.get(emisionId) !== undefined,
    /** The last error of a job, in its own words. */
    jobError(jobId: string): string | null {
      const error = jobError.get(jobId)
      return error ? (JSON.parse(error) as { error: string }).error : null
    },
  }
}
