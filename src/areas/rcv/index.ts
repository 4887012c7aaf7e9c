// The interface of the register for the rest of the program.

export type { Rcv } from './create'
export { claveRecibido } from './notify-recibido'
export type { PortalRcv } from './sync/portal'
