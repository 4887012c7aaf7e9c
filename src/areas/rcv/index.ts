// What the rest of the program may ask of the register.

export type { Rcv } from './create'
export type { PortalRcv } from './sync/portal'
export { claveRecibido } from './tell-recibido'
