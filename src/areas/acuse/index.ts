// What the wiring asks of acceptances and claims.

export { createAcuse } from './create'
