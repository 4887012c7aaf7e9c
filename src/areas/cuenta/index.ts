// What other areas may call.

export { createFinDePeriodo } from './cambio-plan'
export { createMetering } from './metering'
export { createUso } from './uso'
