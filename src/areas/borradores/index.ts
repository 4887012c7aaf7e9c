// The interface of drafts for other areas.

export { JuicioJson } from './borrador.schema'
export type { Borradores } from './borradores'
export { createdEvent } from './created-event'
export { type Juicio, judgeBy } from './judge'
