// Queues the follow-up of an envelope that the SII has (veredicto.job.ts).

import type { NewId } from '../../../base/id'
import type { InsertJob } from '../../../jobs/insert'
import type { EnvioRow } from '../envio/envio-store'
import { type Follow, nextLook } from './follow-schedule'

export const VEREDICTO = 'dte.veredicto'

/** The line that its follow-up stands in. */
export const groupOf = ({
  empresa_id,
  ambiente,
  sobre,
}: Pick<EnvioRow, 'empresa_id' | 'ambiente' | 'sobre'>): string =>
  `${VEREDICTO}:${empresa_id}:${ambiente}:${sobre}`

/** Queues the follow-up of an envelope just received; inside that transaction. */
export function insertVeredicto(
  insertJob: InsertJob,
  newId: NewId,
  now: Date,
  { id, empresa_id: empresaId, ambiente, sobre }: EnvioRow,
): void {
  const runAt = new Date(now.getTime() + nextLook(ambiente, 0)!)
  const args: Follow = { envioId: id, seguido: 0, visto: now.getTime() }
  const grupo = groupOf({ empresa_id: empresaId, ambiente, sobre })
  insertJob({
    id: newId('job'),
    kind: VEREDICTO,
    empresaId,
    ambiente,
    grupo,
    args,
    runAt,
    estado: 'pending',
  })
}
