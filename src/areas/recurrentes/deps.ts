// The dependencies of this area.

import type { Clock } from '../../base/clock'
import type { NewId } from '../../base/id'
import type { Log } from '../../base/log'
import type { Calendario } from '../../domain/feriados'
import type { AreaDeps } from '../../http/deps'
import type { Store } from '../../store/store'
import type { Borradores } from '../borradores'
import type { EmisionDte } from '../dte'
import type { Eventos } from '../eventos'
import type { Folios } from '../folios'
import type { TiposCambio } from '../tipos-cambio'

/** The parts that the work of this area asks. */
export interface SeriesDeps {
  store: Store
  clock: Clock
  newId: NewId
  log: Log
  calendario: Calendario
  tipos: Pick<TiposCambio, 'find' | 'lastBefore'>
  dte: Pick<EmisionDte, 'emision' | 'acceptUnasked' | 'reconciliation'>
  folios: Pick<Folios, 'porConciliar'>
  borradores: Pick<Borradores, 'createOfSerie'>
  eventos: Pick<Eventos, 'emit'>
  queue: { wake(): void }
}

export type RouteDeps = Pick<AreaDeps, 'credential' | 'audit' | 'idempotency'>

export const BASE = '/v1/recurrentes'
export const tags = ['Recurrentes']
