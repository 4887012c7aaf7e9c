// What the rest of the program may ask of received documents.

export { createBuzon, type OpenSimulada } from './buzon/create'
export { createRecibidos } from './create'
