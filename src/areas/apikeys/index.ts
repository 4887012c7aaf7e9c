// What other areas and the command line may use of keys.

export { type ApiKeys, createApiKeys, type NewKey } from './api-keys'
