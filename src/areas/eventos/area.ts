// Events in the browser (http §13).

export { type EventosDeps, eventosArea } from './eventos.route'
