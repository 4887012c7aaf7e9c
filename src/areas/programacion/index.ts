// What other areas and the wiring may use of schedules.

export { createBetween } from './between'
export { createProgramacion } from './create'
export type { Tarea } from './tarea'
