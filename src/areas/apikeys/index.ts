// What other areas and the command line may use of keys.

export { createApiKeys } from './api-keys'
