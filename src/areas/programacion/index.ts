// The interface of schedules for other areas and the wiring.

export type { Programacion } from './area'
export { createBetween } from './between'
export type { Tarea } from './tarea'
