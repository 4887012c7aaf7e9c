// How an area runs its operations at the SII as jobs (jobs §6).

export {
  type AnswerDeps,
  createAnswer,
  EnCola,
  ERRORES_TRABAJO,
  esperaQuery,
  RESPUESTA_EN_COLA,
  readEspera,
} from './answer'
export { createTrabajos, type Trabajos } from './create'
export type { Fin, TrabajoContext } from './define'
export { createEnqueue, type Encargo, type Solicitante } from './enqueue'
export { EstadoOperacion } from './trabajo-json'
export { type TrabajosDeps, trabajosRoutes } from './trabajos.route'
