// Events about reports (areas/rcof §3).

import type { Eventos } from '../eventos'
import type { RcofRow } from './rcof-store'

/** Tells of a report as it stands; in the transaction that made it stand so. */
export type Notify = (evento: 'rcof.enviado' | 'rcof.aceptado' | 'rcof.rechazado', row: RcofRow) => void

export const createPublish =
  (eventos: Pick<Eventos, 'emit'>): Notify =>
  (evento, { empresa_id, ambiente, fecha, secuencia, track_id, estado, codigo_sii, glosa }) =>
    eventos.emit({ empresaId: empresa_id, ambiente }, [
      {
        evento,
        data: () => ({ empresa_id, ambiente, fecha, secuencia, track_id, estado, codigo_sii, glosa }),
      },
    ])
