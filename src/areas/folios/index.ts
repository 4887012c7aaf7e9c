// What other areas may ask of folios.

import type { Clock } from '../../domain/ambiente'
import type { NewId } from '../../domain/id'
import type { Store } from '../../store/store'
import type { Eventos } from '../eventos'
import { createAvisarTomado } from './avisar'
import { createLoadCaf } from './carga'
import { createCafOf } from './llavero'
import { createReserva } from './reserva'
import { createStock } from './stock'

export type { LoadCaf } from './carga'
export type { RangoCargado } from './rango'
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
  const { store, clock } = deps
  return {
    ...createReserva({ store, clock, avisarTomado: createAvisarTomado(deps.eventos) }),
    load: createLoadCaf(deps),
    cafOf: createCafOf(store),
    stock: createStock({ store, clock }),
  }
}
