// The interface of keys for other areas and the command line.

export { createApiKeys } from './api-keys'
