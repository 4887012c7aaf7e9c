// What other areas may ask of folios.

import type { Clock } from '../../domain/ambiente'
import type { NewId } from '../../domain/id'
import { createInsertJob } from '../../jobs/insert'
import type { Store } from '../../store/store'
import type { Eventos } from '../eventos'
import { createAlertas } from './alertas'
import { createFoliosPorAtender } from './atencion'
import { avisarPocos } from './avisar'
import { createLoadCaf } from './carga'
import { type Conciliado, createConciliacion } from './conciliacion'
import { createDisponibles } from './disponibles'
import { createCafOf } from './llavero'
import { createPorConciliar } from './por-conciliar'
import type { Titular } from './rango'
import { createPedirReposicion, createRevisarReposicion } from './reposicion'
import { type AvisarTomado, createReserva } from './reserva'
import { createSaltar } from './saltar'
import { createStock } from './stock'

export type { EstadoFolios } from './atencion'
export type { LoadCaf } from './carga'
export type { Conciliado, Preguntar, Visto } from './conciliacion'
export { FolioPorConciliar, markRestaurada } from './por-conciliar'
export type { RangoCargado, Titular } from './rango'
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
  const alertas = createAlertas(store, disponibles)
  const insertJob = createInsertJob(store.client, clock)
  const pedirReposicion = createPedirReposicion({ db: store.db, newId, insertJob, alertas })
  const { aroundGain } = alertas
  const porConciliar = createPorConciliar(store.client)
  const conciliar = createConciliacion(deps)

  const avisarTomado: AvisarTomado = (titular, tipoDte, left, aviso) => {
    const { umbral } = alertas.get(titular, tipoDte)
    avisarPocos(eventos, titular, { tipoDte, disponibles: left, umbral })
    if (aviso !== null) alertas.told(titular, tipoDte)
    pedirReposicion(titular, tipoDte)
  }
  const tellEnd = (titular: Titular, tipoDte: number): void => avisarTomado(titular, tipoDte, 0, null)

  return {
    ...createReserva({ store, clock, disponibles, avisarTomado, aroundGain }),
    /** How many folios `reserve` can give today. */
    disponibles,
    alertas,
    load: createLoadCaf({ ...deps, aroundGain, porConciliar }),
    porConciliar,
    saltar: createSaltar({ store, clock, disponibles, porConciliar, tellEnd }),
    /** Asks the SII about a type; see `Conciliar`. Tells when nothing is left of it. */
    async conciliar(...args: Parameters<typeof conciliar>): Promise<Conciliado> {
      const found = await conciliar(...args)
      const [titular, tipoDte] = args
      if (found.apartados && disponibles(titular.empresaId, titular.ambiente, tipoDte) === 0)
        store.client.transaction(tellEnd).immediate(titular, tipoDte)
      return found
    },
    cafOf: createCafOf(store),
    /** What a person should see to. */
    porAtender: createFoliosPorAtender({ client: store.client, clock, disponibles, alertas }),
    stock: createStock({ store, clock, alertas, porConciliar }),
    /** To be run by the clock. */
    revisarReposicion: createRevisarReposicion({ store, alertas, pedir: pedirReposicion }),
  }
}
