// The faults that the built server must survive, beside kill -9 (crash.ts): side by side, for each of them mostly waits.

import { clockJumps } from './clock'
import { deliveries } from './deliveries'
import { diskFull } from './disk-full'
import { hostileFiles } from './hostile-files'
import { killedAnswers } from './killed-answers'
import { killedExtraction } from './killed-extraction'
import { killedSeries } from './killed-series'
import { logLost } from './log-lost'
import { oldCopy } from './old-copy'
import { lostAnswers, outage } from './outage'
import { prefixed, type Report, runAlone } from './process/check'
import { refusals } from './refusals'
import { refusedFiles } from './refused-files'
import { stop } from './stop'

const SCRIPTS: Record<string, (checks: Report) => Promise<void>> = {
  'SII away': outage,
  'lost answers': lostAnswers,
  'full disk': diskFull,
  'lost log': logLost,
  'clock jumps': clockJumps,
  'refused files': refusedFiles,
  refusals,
  deliveries,
  'old copy': oldCopy,
  SIGTERM: stop,
  'strangers’ files': hostileFiles,
  'killed readings': killedExtraction,
  'killed answers': (checks) => killedAnswers(checks),
  'killed series': (checks) => killedSeries(checks),
}

/** All of them. Throws the first thing that broke, after the others have ended. */
export async function faults(checks: Report): Promise<void> {
  const runs = Object.entries(SCRIPTS).map(([name, script]) => script(prefixed(checks, `${name}: `)))
  const ended = await Promise.allSettled(runs)
  const broken = ended.find((run) => run.status === 'rejected')
  if (broken) throw broken.reason
}

if (import.meta.main) await runAlone('faults that the built server must survive', faults)
