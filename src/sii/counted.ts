// The SII with its faults counted by code, for /metrics.

import type { Metrics } from '../base/metrics'
import { type Sii, SiiFault } from './sii'

const CODES: SiiFault['code'][] = ['SII_UNAVAILABLE', 'SII_TIMEOUT', 'SII_ERROR', 'CERTIFICATE_INVALID']

/** `sii`, whose operations are as they were; `metrics` counts the faults that they end with. */
export function countFaults(sii: Sii, metrics: Metrics): Sii {
  const count = metrics.counter('timbre_sii_errors_total', 'Faults of the SII by code.', 'code', CODES)
  const counted = Object.entries(sii).map(([name, operation]) => [
    name,
    async (...args: never[]): Promise<unknown> => {
      try {
        return await (operation as (...args: never[]) => Promise<unknown>)(...args)
      } catch (fault) {
        if (fault instanceof SiiFault) count(fault.code)
        throw fault
      }
    },
  ])
  return Object.fromEntries(counted) as Sii
}
