// Events in the browser (contract §13).

export { type EventosDeps, eventosArea } from './eventos.route'
