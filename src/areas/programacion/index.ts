// What other areas and the wiring may use of schedules.

export { createBetween } from './between'
export type { Tarea } from './tarea'
