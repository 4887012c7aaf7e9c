// What the rest of the program may ask of the register.

export type { Rcv } from './create'
export { claveRecibido } from './notify-recibido'
export type { PortalRcv } from './sync/portal'
