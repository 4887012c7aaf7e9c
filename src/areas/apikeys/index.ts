// What other areas and the command line may use of keys.

export { type ApiKeys, createApiKeys, type Maker, type NewKey } from './api-keys'
