// Keys for programs (http §15).

import type { AreaDeps } from '../../http/deps'
import { createApiKeys } from './api-keys'
import { apiKeyRoutes } from './apikeys.route'

type Deps = Pick<AreaDeps, 'store' | 'clock' | 'newId' | 'random' | 'credential' | 'idempotency' | 'audit'>

export const bindApiKeys = (deps: Deps) => ({
  routes: () => apiKeyRoutes({ ...deps, apiKeys: createApiKeys(deps) }),
})
