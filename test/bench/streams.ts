// Figure 9: five thousand open streams of one company: what they weigh, and how long one event takes to reach all of them.

import { join } from 'node:path'
import { connect } from '../../src/store/driver'
import { startChild } from './child'
import { createCompany, MASTER_KEY } from './company'
import { allCompleted } from './end-to-end'
import { residentMb } from './measure'
import type { Report } from './report'
import { type Load, startSimulator, startTimbre, withFolder } from './server'

const STREAMS = 5000
const ROUNDS = 5
const EVENT = 'dte.emitido'
const HOUR_MS = 3_600_000
/** Longer than a heartbeat, which all streams get. */
const SETTLE_MS = 16_000
const GIVE_UP_MS = 30_000

export const measureStreams = (report: Report, load: Load): Promise<void> =>
  withFolder(async (dir) => {
    const simulator = await startSimulator({ judgeAfterMs: HOUR_MS })
    const timbre = await startTimbre(dir, simulator.url, MASTER_KEY)
    const { apiKey } = await createCompany(timbre.url)
    const emit = (first: number) =>
      load.run({
        url: timbre.url,
        path: '/v1/dte/emitir',
        post: true,
        apiKey,
        connections: 1,
        requests: 1,
        first,
      })
    await emit(0)
    // Its event is told before anybody listens.
    await allCompleted(dir, 'dte.emitir')
    const readers = await startChild<null>('streams-process.ts', { url: timbre.url, apiKey })

    const before = residentMb(timbre.pid)
    let most = before
    const weigh = (): void => {
      most = Math.max(most, residentMb(timbre.pid))
    }
    const began = performance.now()
    await readers.ask(['open', STREAMS])
    const opening = (performance.now() - began) / 1000
    weigh()
    const db = connect(join(dir, 'timbre.db'), { readonly: true })
    const lastEvent = db.prepare<[], number>('SELECT max(created_at) FROM evento').pluck()
    const reached: number[] = []
    for (let round = 1; round <= ROUNDS; round++) {
      await readers.ask(['forget'])
      await emit(round)
      reached.push((await allSaw()) - lastEvent.get()!)
      weigh()
    }
    await Bun.sleep(SETTLE_MS)
    weigh()
    db.close()
    for (const { stop } of [readers, timbre, simulator]) await stop()

    report.figure('streams_opened_per_s', 'streams opened a second', STREAMS / opening)
    report.target('streams_5000_added_mb', `${STREAMS} open streams add at most, MB`, most - before, '<', 300)
    report.target(
      'streams_event_to_all_ms',
      'an event reaches all of them, longest, ms',
      Math.max(...reached),
      '<',
      1000,
    )

    async function allSaw(): Promise<number> {
      const give = performance.now() + GIVE_UP_MS
      for (;;) {
        const { streams, last } = await readers.ask<{ streams: number; last: number }>(['seen', EVENT])
        if (streams === STREAMS) return last
        if (performance.now() > give) throw new Error(`an event came by ${streams} of ${STREAMS} streams`)
        await Bun.sleep(20)
      }
    }
  })
