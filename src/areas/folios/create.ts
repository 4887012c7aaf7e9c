// Puts the ledger of folios together.

import type { Clock } from '../../base/clock'
import type { NewId } from '../../base/id'
import type { Titular } from '../../domain/titular'
import type { Store } from '../../store/store'
import type { Eventos } from '../eventos'
import { createAlertas } from './alertas'
import { createFoliosAttention } from './attention'
import { createCafOf } from './caf-of'
import { createDisponibles } from './disponibles'
import { notifyFew } from './folio-events'
import { createForecasts } from './forecasts'
import { createImported } from './imported'
import { createLearnUsed } from './learn-used'
import { createLoadCaf } from './load-caf'
import { createPorConciliar } from './por-conciliar'
import { createReconcile, type Reconciled } from './reconcile'
import { createMayRefill, createRequestReposicion, type Refill } from './reposicion'
import { createReserva, type NotifyTaken } from './reserva'
import { createRetomar } from './retomar'
import { createSaltar } from './saltar'
import { createEncargoSolicitud } from './sii/encargo'
import { createOutOfUse } from './sii/out-of-use'
import { createFindRango, createStock } from './stock'

export type Folios = ReturnType<typeof createFolios>

/** The folio ledger over a store; one for the whole process, since it keeps the parsed CAFs. */
export function createFolios(deps: {
  store: Store
  clock: Clock
  newId: NewId
  eventos: Pick<Eventos, 'emit'>
  enqueue: Refill
}) {
  const { store, clock, eventos } = deps
  const disponibles = createDisponibles(store.client, clock)
  const alertas = createAlertas(store, disponibles)
  const encargo = createEncargoSolicitud(store.client)
  const mayRefill = createMayRefill({ clock, encargo, alertas })
  const requestReposicion = createRequestReposicion({ ...deps, db: store.db, encargo, alertas, mayRefill })
  const { aroundGain } = alertas
  const porConciliar = createPorConciliar(store.db)
  const imported = createImported(deps)

  const notifyTaken: NotifyTaken = (titular, tipoDte, left, aviso) => {
    const { umbral } = alertas.get(titular, tipoDte)
    notifyFew(eventos, titular, { tipoDte, disponibles: left, umbral })
    if (aviso !== null) alertas.markNotified(titular, tipoDte)
    requestReposicion(titular, tipoDte)
  }
  const notifyEnd = (titular: Titular, tipoDte: number): void => notifyTaken(titular, tipoDte, 0, null)
  const notifyIfNone = (titular: Titular, tipoDte: number): void => {
    if (disponibles(titular, tipoDte) === 0) notifyEnd(titular, tipoDte)
  }

  const outOfUse = createOutOfUse({ client: store.client, clock, notifyEnd: notifyIfNone })
  const learnUsed = createLearnUsed({ client: store.client, outOfUse, porConciliar })
  const reconcile = createReconcile({ ...deps, learnUsed })
  const stock = createStock({ store, clock, alertas })
  const forecasts = createForecasts({ clock, stock, alertas })

  return {
    ...forecasts,
    ...createReserva({ store, clock, disponibles, notifyTaken, aroundGain }),
    /** How many folios `reserve` can give today. */
    disponibles,
    alertas,
    ...createLoadCaf({ ...deps, aroundGain, porConciliar, imported }),
    /** Folios of documents that were moved in. */
    imported,
    porConciliar,
    saltar: createSaltar({ store, clock, disponibles, porConciliar, notifyEnd }),
    /** Asks the SII about a type; see `createReconcile`. Tells when nothing is left of it. */
    async reconcile(...args: Parameters<typeof reconcile>): Promise<Reconciled> {
      const found = await reconcile(...args)
      const [titular, tipoDte] = args
      if (found.apartados && disponibles(titular, tipoDte) === 0)
        store.client.transaction(notifyEnd).immediate(titular, tipoDte)
      return found
    },
    /** How a request for folios is queued. */
    encargo,
    find: createFindRango(stock),
    outOfUse,
    learnUsed,
    retomar: createRetomar({ client: store.client, clock, outOfUse, disponibles, aroundGain }),
    cafOf: createCafOf(store),
    /** The matters that need a person. */
    attention: createFoliosAttention({ client: store.client, clock, disponibles, alertas, ...forecasts }),
    stock,
    mayRefill,
  }
}
