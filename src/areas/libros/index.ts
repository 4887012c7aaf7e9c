// The interface of the books for other areas.

export type { Base } from './contenido'
export { createContenidos, writeInstant } from './contenido'
export { createEmitidos } from './emitidos'
export { createHonorarios } from './honorarios'
