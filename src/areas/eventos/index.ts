// The interface of events for other areas and the wiring.

export { createEventServices } from './create'
export { CUERPOS } from './cuerpos.schema'
export { createEventos, type Eventos, type NuevoEvento, type Origen, type Subscriber } from './eventos'
export type { Limites } from './streams'
