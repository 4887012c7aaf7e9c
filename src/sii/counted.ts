// The SII with its faults counted by code, for /metrics.

import type { Metrics } from '../base/metrics'
import { AppError } from '../domain/errors'
import { SiiFault } from './sii'

const CODES: SiiFault['code'][] = ['SII_UNAVAILABLE', 'SII_TIMEOUT', 'SII_ERROR', 'CERTIFICATE_INVALID']

/** Counts a fault by its code. */
export type FaultCount = (code: string) => void

export const createFaultCount = (metrics: Metrics): FaultCount =>
  metrics.counter('timbre_sii_errors_total', 'Faults of the SII by code.', 'code', CODES)

const codeOf = (fault: unknown): string | null => {
  if (fault instanceof SiiFault) return fault.code
  return fault instanceof AppError && (CODES as readonly string[]).includes(fault.code) ? fault.code : null
}

/** `services`, whose operations are as they were; `count` hears of the faults that they end with. */
export function countFaults<Services extends object>(services: Services, count: FaultCount): Services {
  const counted = Object.entries(services).map(([name, operation]) => [
    name,
    async (...args: never[]): Promise<unknown> => {
      try {
        return await (operation as (...args: never[]) => Promise<unknown>)(...args)
      } catch (fault) {
        const code = codeOf(fault)
        if (code) count(code)
        throw fault
      }
    },
  ])
  return Object.fromEntries(counted) as Services
}
