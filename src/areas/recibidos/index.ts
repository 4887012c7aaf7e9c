// What the rest of the program may ask of received documents.

export { createBuzon, type OpenSimulada } from './buzon/create'
export { createRecibidos } from './create'
export { createIntercambio, type Intercambios } from './intercambio/create'
export { intercambioListener } from './intercambio/listener'
export { IntercambioJson } from './intercambio/respuesta-json'
