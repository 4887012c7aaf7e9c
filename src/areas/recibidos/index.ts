// The interface of received documents for the rest of the program.

export type { OpenSimulada } from './buzon/create'
export type { Intercambios } from './intercambio/create'
export { IntercambioJson } from './intercambio/respuesta-json'
