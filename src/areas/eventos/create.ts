// Puts the events of companies together: who writes them, who reads them as a stream, and what time alone brings about.

import type { Clock } from '../../base/clock'
import type { NewId } from '../../base/id'
import type { Log } from '../../base/log'
import type { Timer } from '../../base/timer'
import type { Store } from '../../store/store'
import { createEventos, type Origen, type Subscriber } from './eventos'
import { createNotifyExpiring } from './expiring'
import { createHistory } from './history'
import { createStanding } from './standing'
import { createStreams, type Limites } from './streams'

interface Deps {
  store: Store
  clock: Clock
  newId: NewId
  timer: Timer
  log: Log
  limites: Limites
  /** The subscribers of these events, beside the streams. */
  subscribers(origen: Origen): readonly Subscriber[]
}

export function createEventServices(deps: Deps) {
  const { store, clock, limites } = deps
  const standing = createStanding(store.client, clock)
  const streams = createStreams({ ...deps, history: createHistory(store.client), standing, limites })
  const eventos = createEventos({ ...deps, isWatched: streams.isWatched })
  eventos.onNews(streams.notify)
  return { eventos, streams, standing, notifyExpiring: createNotifyExpiring({ store, clock, eventos }) }
}
