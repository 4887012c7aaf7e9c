// What the rest of the program may ask of received documents.

export type { OpenSimulada } from './buzon/create'
export type { Intercambios } from './intercambio/create'
export { IntercambioJson } from './intercambio/respuesta-json'
