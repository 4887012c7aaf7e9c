// Takes up the follow-up of an envelope that the SII was asked about for a week in vain, once a person asks for it (http §7.4).

import type { Clock } from '../../../base/clock'
import type { NewId } from '../../../base/id'
import type { InsertJob } from '../../../jobs/insert'
import type { Store } from '../../../store/store'
import type { EnvioRow, Envios } from '../envio/envio-store'
import { insertVeredicto } from './insert-veredicto'

interface Deps {
  store: Store
  clock: Clock
  newId: NewId
  insertJob: InsertJob
  envios: Envios
}

/** Has an envelope followed for another week; nothing when it still is, or was judged. */
export type FollowAgain = (envio: EnvioRow) => void

export const createFollowAgain = ({ store, clock, newId, insertJob, envios }: Deps): FollowAgain => {
  const follow = store.client.transaction((envio: EnvioRow) => {
    if (envios.followAgain(envio.id)) insertVeredicto(insertJob, newId, clock(), envio)
  })
  return (envio) => {
    if (envio.seguido === 0) follow.immediate(envio)
  }
}
