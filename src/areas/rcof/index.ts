// The interface of reports of used folios for other areas.

export type { Rcof } from './create'
export { createSendDia, ERRORES_RCOF } from './enviar.route'
export { RcofJson } from './rcof-json'
export { resumenOf } from './rcof-store'
