// What other areas and the wiring may use of schedules.

export { createProgramacion } from './create'
export type { Tarea } from './tarea'
