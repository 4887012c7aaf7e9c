// Whether this program is the binary, and where its modules lie. Here alone stands a folder of the checkout: in the binary it would name
// its builder's, and two folders would make two binaries.

import { dirname, join } from 'node:path'

/** Said by who bundles (`release/bundle.ts`): the platform, by the name that SQLite's addon has for it. */
declare const TIMBRE_PLATFORM: string | undefined

export const PACKAGED = typeof TIMBRE_PLATFORM !== 'undefined'

/** The file of a module, by its path under src: for what is no import, threads and the like. */
export const modulePath = (path: string): string =>
  typeof TIMBRE_PLATFORM === 'undefined'
    ? join(import.meta.dir, '..', path)
    : join(dirname(Bun.main), 'src', path.replace(/\.ts$/, '.js'))
