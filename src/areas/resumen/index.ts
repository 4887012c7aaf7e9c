// The waiting matters of a company for other areas.

export { createAtencion, type View } from './atencion'
export { createCifras } from './cifras'
export { createOperaciones } from './operaciones'
