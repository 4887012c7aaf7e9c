// How much more slowly this machine works than the one that budgets in time are of.

import { generateKeyPairSync, sign } from 'node:crypto'
import { perSecond } from './measure'

const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey
/** RSA-2048 signatures a second of the machine that the budgets of dashboard §14 are of, less what RSA-512 takes there. */
const REFERENCE = 2200

/** How many times as long as there a thing takes here, at this moment and at best; never less than once. */
export function slowness(): number {
  const slices = Array.from({ length: 5 }, () =>
    perSecond(0.1, () => sign('RSA-SHA1', Buffer.alloc(640), rsa)),
  )
  return Math.max(1, REFERENCE / Math.max(...slices))
}
