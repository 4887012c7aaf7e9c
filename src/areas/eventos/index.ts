// What other areas and the wiring may ask of events.

export { createEventServices } from './create'
export { CUERPOS } from './cuerpos.schema'
export { createEventos, type Eventos, type NuevoEvento, type Origen, type Subscriber } from './eventos'
export type { Limites } from './streams'
