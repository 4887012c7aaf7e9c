// What other areas may call.

export { createFinDePeriodo } from './cambio-plan'
export { createMedicion } from './medicion'
export { createUso } from './uso'
