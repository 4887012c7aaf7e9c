// What other areas may ask of the access to the portal.

export { waitingOfPerson } from './en-espera'
export { consultasOf } from './ritmo-keeper'
