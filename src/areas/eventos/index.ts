// What other areas may ask of events.

export { type Aviso, createAvisos } from './avisos'
export { type Corrientes, createCorrientes, type Limites } from './corriente'
export { createEventos, type Eventos, type NuevoEvento, type Origen, type Suscrito } from './eventos'
export { createHistoria } from './historia'
export { createVigencia } from './vigencia'
