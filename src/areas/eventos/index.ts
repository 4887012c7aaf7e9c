// What other areas may ask of events.

export { type Aviso, createAvisos } from './avisos'
export { type Corrientes, createCorrientes, type Limites } from './corriente'
export { CUERPOS } from './cuerpos.schema'
export { createEventos, type Eventos, type NuevoEvento, type Origen, type Suscrito } from './eventos'
export { Falla } from './falla.schema'
export { createHistoria } from './historia'
export { createVigencia } from './vigencia'
