// An older copy of a server's database, come back while the SII went on: the first server's simulator, which is not in the copy,
// knows what was issued since.

import { join } from 'node:path'
import { markRestaurada } from '../../src/areas/folios'
import { openStore } from '../../src/store/store'
import { type CompanyApp, type TestAppOptions, testApp } from './test-app'

/** A copy of the database as it is now, in the folder `dir`; call the result to start a server on it. */
export function copyOf(app: CompanyApp, dir: string) {
  const path = join(dir, `copia-${app.clock().getTime()}.db`)
  app.store.client.prepare('VACUUM INTO ?').run(path)
  /** `known`: whether the start noticed that it is a copy. */
  return async (options: TestAppOptions = {}, known = true) => {
    // Ids hold the time.
    app.advance(60_000)
    const store = openStore({ path, masterKey: new Uint8Array(32).fill(7), clock: app.clock })
    if (known) store.client.transaction(() => markRestaurada(store.db, app.clock())).immediate()
    const copy = await testApp({ store, beside: app, ...options })
    copy.speakAs(app.tenant)
    return Object.assign(copy, { tenant: app.tenant })
  }
}
