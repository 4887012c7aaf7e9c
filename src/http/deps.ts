// The dependencies of every area. An area that needs more declares it beside its factory and `api.ts`
// supplies it.

import type { Clock } from '../base/clock'
import type { NewId } from '../base/id'
import type { Log } from '../base/log'
import type { Store } from '../store/store'
import type { Audit } from './audit'
import type { Credential } from './credential'
import type { Idempotency } from './idempotency'

export interface AreaDeps {
  store: Store
  clock: Clock
  newId: NewId
  log: Log
  credential: Credential
  idempotency: Idempotency
  audit: Audit
  /** That many random bytes. */
  random: (size: number) => Uint8Array
}
