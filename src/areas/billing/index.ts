// What other areas, the wiring and the command line may call.

export { type Billing, createBilling } from './montaje'
