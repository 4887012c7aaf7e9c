// The interface of billing for other areas, the wiring and the command line.

export { createBilling } from './create'
