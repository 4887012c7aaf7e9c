// The interface for other areas.

export { createFinDePeriodo } from './cambio-plan'
export { createMetering } from './metering'
export { createUso } from './uso'
