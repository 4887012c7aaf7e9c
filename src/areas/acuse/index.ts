// The interface of acceptances and claims for other areas.

export type { Acuse } from './create'
export { createListas, type Listas } from './listas'
