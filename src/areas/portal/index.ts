// The interface of the access to the portal for other areas.

export { waitingOfPerson } from './en-espera'
export { createResume } from './resume'
export { consultasOf } from './ritmo-keeper'
