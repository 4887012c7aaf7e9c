// The rows of such jobs beside those of the queue (jobs §6).

import type { Database } from 'better-sqlite3'
import { prepareSupersede } from '../../jobs/supersede'
import type { Row } from '../../store/tables/row'
import type { trabajo } from '../../store/tables/trabajo'

export type TrabajoRow = Row<typeof trabajo>
type ActorColumns = Pick<TrabajoRow, 'usuario_id' | 'apikey_id' | 'ip'>

export const prepareTrabajos = (client: Database) => ({
  get: client.prepare<[jobId: string], TrabajoRow>('SELECT * FROM trabajo WHERE job_id = ?'),
  insert: client.prepare<[Pick<TrabajoRow, 'job_id' | 'objeto' | 'operacion'> & ActorColumns]>(
    `INSERT INTO trabajo (job_id, objeto, operacion, usuario_id, apikey_id, ip)
     VALUES (@job_id, @objeto, @operacion, @usuario_id, @apikey_id, @ip)`,
  ),
  charged: client.prepare<[jobId: string]>('UPDATE trabajo SET cobrada = 1 WHERE job_id = ?'),
  uncharged: client.prepare<[jobId: string]>('UPDATE trabajo SET cobrada = 0 WHERE job_id = ?'),
  refused: client.prepare<[detalles: string | null, jobId: string]>(
    'UPDATE trabajo SET detalles = ? WHERE job_id = ?',
  ),
  /** A person's retry is an operation of its own. */
  reopen: client.prepare<[jobId: string]>('UPDATE trabajo SET cobrada = 0, detalles = NULL WHERE job_id = ?'),
  inName: client.prepare<[ActorColumns & Pick<TrabajoRow, 'job_id'>]>(
    'UPDATE trabajo SET usuario_id = @usuario_id, apikey_id = @apikey_id, ip = @ip WHERE job_id = @job_id',
  ),
  supersede: prepareSupersede(client),
  cuentaOf: client
    .prepare<[empresaId: string], string>('SELECT cuenta_id FROM empresa WHERE id = ? AND deleted_at IS NULL')
    .pluck(),
})
