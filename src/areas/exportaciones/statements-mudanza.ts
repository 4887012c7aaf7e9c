// The statements by which companies stop here, and begin again (areas/exportaciones §5).

import type { Database } from 'better-sqlite3'

/** A JSON list of ids of companies. */
type Empresas = [empresas: string]

const THESE = 'IN (SELECT value FROM json_each(?))'

/** A job that runs now. */
export interface EnCurso {
  id: string
  kind: string
  empresa_id: string
}

export const prepareMudanza = (client: Database) => ({
  /** In the words of the index of leases, which holds what is in flight alone. */
  running: client.prepare<Empresas, EnCurso>(
    `SELECT id, kind, empresa_id FROM job WHERE lease_id IS NOT NULL AND empresa_id ${THESE} ORDER BY id`,
  ),
  moved: client
    .prepare<Empresas, string>(`SELECT id FROM empresa WHERE mudada = 1 AND id ${THESE} ORDER BY id`)
    .pluck(),
  markEmpresas: client.prepare<[mudada: 0 | 1, ...Empresas]>(
    `UPDATE empresa SET mudada = ? WHERE id ${THESE}`,
  ),
  markCuenta: client.prepare<[mudada: 0 | 1, cuentaId: string]>('UPDATE cuenta SET mudada = ? WHERE id = ?'),
  /** Jobs that have not ended go along, and wait here in vain. In the words of the index of unfinished jobs. */
  holdJobs: client.prepare<Empresas>(
    `UPDATE job SET mudado = 1 WHERE estado <> 'completed' AND +estado <> 'discarded' AND empresa_id ${THESE}`,
  ),
  freeJobs: client.prepare<Empresas>(`UPDATE job SET mudado = 0 WHERE mudado = 1 AND empresa_id ${THESE}`),
})
