// What other areas may ask of folios.

import type { Clock } from '../../domain/ambiente'
import type { NewId } from '../../domain/id'
import { createInsertJob } from '../../jobs/insert'
import type { Store } from '../../store/store'
import type { Eventos } from '../eventos'
import { createAlertas } from './alertas'
import { avisarPocos } from './avisar'
import { createLoadCaf } from './carga'
import { createDisponibles } from './disponibles'
import { createCafOf } from './llavero'
import { createPedirReposicion, createRevisarReposicion } from './reposicion'
import { type AvisarTomado, createReserva } from './reserva'
import { createStock } from './stock'

export type { LoadCaf } from './carga'
export type { RangoCargado } from './rango'
export { reponerJob } from './reposicion'
export type { FolioReservado, FolioTomado } from './reserva'
export type { CafOtorgado, PeticionCaf, RequestCaf } from './solicitud'

export type Folios = ReturnType<typeof createFolios>

/** The folio ledger over a store; one for the whole process, since it keeps the parsed CAFs. */
export function createFolios(deps: {
  store: Store
  clock: Clock
  newId: NewId
  eventos: Pick<Eventos, 'emit'>
}) {
  const { store, clock, newId, eventos } = deps
  const disponibles = createDisponibles(store.client, clock)
  const alertas = createAlertas(store.client, disponibles)
  const insertJob = createInsertJob(store.client, clock)
  const pedirReposicion = createPedirReposicion({ client: store.client, newId, insertJob, alertas })
  const { aroundGain } = alertas

  const avisarTomado: AvisarTomado = (titular, tipoDte, left, aviso) => {
    const { umbral } = alertas.get(titular, tipoDte)
    avisarPocos(eventos, titular, { tipoDte, disponibles: left, umbral })
    if (aviso !== null) alertas.told(titular, tipoDte)
    pedirReposicion(titular, tipoDte)
  }

  return {
    ...createReserva({ store, clock, disponibles, avisarTomado, aroundGain }),
    /** How many folios `reserve` can give today. */
    disponibles,
    alertas,
    load: createLoadCaf({ ...deps, aroundGain }),
    cafOf: createCafOf(store),
    stock: createStock({ store, clock, alertas }),
    /** To be run by the clock. */
    revisarReposicion: createRevisarReposicion({ client: store.client, alertas, pedir: pedirReposicion }),
  }
}
