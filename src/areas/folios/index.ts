// The interface of folios for other areas.

export { createFolios, type Folios } from './create'
export type { Pasado, Vistos } from './imported'
export { FolioPorConciliar, markPorConciliar, markRestaurada } from './por-conciliar'
export { type Adelante, type AskFolio, lookAhead } from './preguntas'
export type { Reconciled } from './reconcile'
export type { Visto } from './set-aside'
export type { RequestCaf } from './sii/mostrador'
