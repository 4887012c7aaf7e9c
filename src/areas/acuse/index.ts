// What the wiring asks of acceptances and claims.

export { type Acuse, createAcuse } from './create'
export { createListas, type Listas } from './listas'
