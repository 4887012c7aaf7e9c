// The SII with its faults counted by code, for /metrics.

import { type Sii, SiiFault } from './sii'

/** `sii`, telling `count` the code of every fault that one of its operations ends with. */
export function countFaults(sii: Sii, count: (code: string) => void): Sii {
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
