// The interface of the access to the portal for other areas.

export { waitingOfPerson } from './en-espera'
export { consultasOf } from './ritmo-keeper'
