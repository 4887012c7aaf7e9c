// What other areas, the wiring and the command line may call.

export { createBilling } from './create'
