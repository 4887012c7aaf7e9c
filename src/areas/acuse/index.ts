// What the wiring asks of acceptances and claims.

export { createAcuse } from './create'
export { createListas, type Listas } from './listas'
