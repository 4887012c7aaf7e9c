// Keys for programs (http §15).

import type { AreaDeps } from '../../http/deps'
import { createApiKeys } from './api-keys'
import { apiKeyRoutes } from './apikeys.route'

export type ApiKeysDeps = Pick<
  AreaDeps,
  'store' | 'clock' | 'newId' | 'random' | 'credential' | 'idempotency' | 'audit'
>

export const apiKeysArea = (deps: ApiKeysDeps) => apiKeyRoutes({ ...deps, apiKeys: createApiKeys(deps) })
