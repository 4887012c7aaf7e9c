// The gates between a document that was taken and its signature. Each settles what may not travel yet, or never will, and lets
// the rest through.

import type { Outcome } from '../../../jobs/kind'
import type { Reenvios } from '../envio/reenvio-store'
import { setOf } from '../envio/set-store'
import { type CanaryDeps, createCanary } from './canary'
import { createRecognise, type RecogniseDeps } from './recognise'
import type { Gate } from './run'
import { createWaitForReferidos, type ReferidosDeps } from './wait-for-referidos'
import { createWholeSet, type WholeSetDeps } from './whole-set'

export interface GatesDeps extends CanaryDeps, RecogniseDeps, ReferidosDeps, WholeSetDeps {
  reenvios: Reenvios
}

export function createGates(deps: GatesDeps): Gate {
  const { reenvios } = deps

  /** Ends the jobs of what arrived and was refused with its file before they heard of it: it travels again as a part of that. */
  const leaveReturned: Gate = async (rows, { run }) => {
    const returned = rows.filter((row) => row.envio_id && reenvios.has(row))
    if (!returned.length) return rows
    await run.ctx.settle(returned.map(({ job_id: id }): Outcome => ({ id, outcome: 'completed' })))
    return rows.filter((row) => !returned.includes(row))
  }

  const recognise = createRecognise(deps)
  const wholeSet = createWholeSet(deps)
  const ofLine = [leaveReturned, createWaitForReferidos(deps), recognise, createCanary(deps)]
  // Its notes refer to its own documents, which the SII reads first, or to accepted ones.
  const ofSet = [wholeSet, recognise, wholeSet]

  return async (rows, way) => {
    let may = rows
    for (const pass of setOf(way.run.line) ? ofSet : ofLine) may = await pass(may, way)
    return may
  }
}
