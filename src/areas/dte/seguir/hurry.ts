// Has the SII asked about an envelope sooner than its turn: somebody says that there is a verdict (areas/recibidos/intercambio §5).

import type { Clock } from '../../../base/clock'
import type { Titular } from '../../../domain/titular'
import type { Hasten } from '../../../jobs/hasten'
import type { Envios } from '../envio/envio-store'
import type { FollowAgain } from './follow-again'
import { groupOf } from './insert-veredicto'

/** Between two looks: whoever may hurry them may not have the SII asked without end. */
const PAUSE_MS = 60_000

/** The envelope of a Track ID, its follow-up hurried; null when the company has none. Inside the caller's transaction. */
type HurryVeredicto = (titular: Titular, trackId: string) => string | null

export const createHurryVeredicto =
  ({
    clock,
    envios,
    followAgain,
    hasten,
  }: {
    clock: Clock
    envios: Envios
    followAgain: FollowAgain
    hasten: Hasten
  }): HurryVeredicto =>
  ({ empresaId, ambiente }, trackId) => {
    const envio = envios.byTrack({ empresaId, ambiente }, trackId)
    if (!envio) return null
    followAgain(envio)
    const before = clock().getTime() - PAUSE_MS
    for (const id of envios.follows(groupOf(envio), envio, before)) hasten(id)
    return envio.id
  }
