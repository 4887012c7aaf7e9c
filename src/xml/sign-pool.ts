// Signatures on the runtime's thread pool: every core signs while the event loop is free (src §3.7).

import { sign } from 'node:crypto'
import type { Sign } from './firma'

/** A `Sign` on the thread pool. How many are under way is the caller's to bound. */
export const signInPool: Sign = (data, key) =>
  new Promise((resolve, reject) => {
    sign('RSA-SHA1', data, key, (fault, signature) => {
      if (fault) reject(fault)
      else resolve(signature as unknown as Buffer)
    })
  })
