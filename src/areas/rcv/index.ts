// The interface of the register for the rest of the program.

export type { Rcv } from './create'
export { CLASES, LADOS, sumCausas } from './cuadratura-clases'
export { claveRecibido } from './notify-recibido'
export type { PortalRcv } from './sync/portal'
export { ESTADOS_PERIODO } from './tramos'
