// What other areas ask of acceptances and claims.

export type { Acuse } from './create'
export { createListas, type Listas } from './listas'
