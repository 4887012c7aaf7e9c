// What other areas may ask of the access to the portal.

export { createPortalServices } from './create'
export { waitingOfPerson } from './en-espera'
export { portalTrims } from './keeper'
export { consultasOf } from './ritmo-keeper'
