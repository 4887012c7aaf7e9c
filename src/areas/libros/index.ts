// What other areas read of the books.

export type { Base } from './contenido'
export { createContenidos, writeInstant } from './contenido'
export { createEmitidos } from './emitidos'
export { createHonorarios } from './honorarios'
