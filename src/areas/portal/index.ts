// The interface of the access to the portal for other areas.

export { credencialOf } from './claves'
export type { PortalDeEmpresa } from './create'
export { type EnEspera, waitingOfPerson } from './en-espera'
export { ingresosOf } from './ingresos'
export { createResume } from './resume'
export { consultasOf } from './ritmo-keeper'
