// What other areas may ask of folios.

import type { Clock } from '../../domain/ambiente'
import type { NewId } from '../../domain/id'
import type { Store } from '../../store/store'
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
export function createFolios({ store, clock, newId }: { store: Store; clock: Clock; newId: NewId }) {
  return {
    ...createReserva({ store, clock }),
    load: createLoadCaf({ store, clock, newId }),
    cafOf: createCafOf(store),
    stock: createStock({ store, clock }),
  }
}
