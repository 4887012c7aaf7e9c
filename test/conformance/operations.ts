// Operations at the SII in the built binary: kill -9 at every step of them, and what the portal does to who asks it. Side by side on two
// companies' data, of which each has copies of its own: mostly they wait.

import { killedAcuse } from './killed-acuse'
import { killedBte, lostBte } from './killed-bte'
import { killedFolios } from './killed-folios'
import { killedRcof } from './killed-rcof'
import { killedSync } from './killed-sync'
import { movedIn } from './moved-in'
import { portalFaults } from './portal-faults'
import { withFolder } from './process/binary'
import { type Business, openBusiness } from './process/business'
import { prefixed, type Report, runAlone } from './process/check'
import { vouchers } from './vouchers'

const SCRIPTS: Record<string, (checks: Report, business: Business) => Promise<void>> = {
  sync: killedSync,
  acuse: killedAcuse,
  RCOF: killedRcof,
  folios: killedFolios,
  BTE: killedBte,
  'lost BTE': lostBte,
  portal: portalFaults,
  'moved in': movedIn,
  vouchers,
}

/** All of them. Throws the first thing that broke, after the others have ended. */
export const operations = (checks: Report): Promise<void> =>
  withFolder(async (root) => {
    const business = await openBusiness(root)
    const runs = Object.entries(SCRIPTS).map(([name, script]) =>
      script(prefixed(checks, `${name}: `), business),
    )
    const broken = (await Promise.allSettled(runs)).find((run) => run.status === 'rejected')
    if (broken) throw broken.reason
  })

if (import.meta.main) await runAlone('operations at the SII, killed and refused', operations)
