// How far our clock stands from the SII's, by the Date header of its answers. A wrong clock dates documents, stamps and
// signatures wrongly, so a person has to hear of it.

import type { Clock } from '../base/clock'
import type { Log } from '../base/log'
import type { Metrics } from '../base/metrics'
import type { Fetch } from './wire'

/** From here on it is worth a word: a minute is more than slow answers explain. */
export const DESFASE_MAX_S = 60

/** Systems tell their uptime in whole seconds, so that two looks at it say a second too much or too little. */
const UPTIME_STEPS_MS = 1500

/**
 * Whole seconds by which a clock that showed `from` before an exchange and `to` after it is ahead of the SII's, negative when
 * it is behind; 0 when the SII's moment, given to the second, lies between. Null without a date.
 */
export function desfaseOf(date: string | null, from: number, to: number): number | null {
  const at = Date.parse(date ?? '')
  if (Number.isNaN(at)) return null
  if (to < at) return Math.round((to - at) / 1000)
  return Math.max(0, Math.round((from - at - 1000) / 1000))
}

/** For a person, what is wrong and what to do; null while nothing is. */
export const avisoDesfase = (segundos: number | null): string | null => {
  if (segundos === null || Math.abs(segundos) <= DESFASE_MAX_S) return null
  const lado = segundos > 0 ? 'adelantado' : 'atrasado'
  return `El reloj del servidor está ${lado} ${Math.abs(segundos)} s respecto del SII: póngalo en hora (NTP)`
}

interface Desfase {
  /** Passes everything on and reads the dates. */
  fetch: Fetch
  /** As `desfaseOf` would say it now; null until the SII has said what time it is. */
  segundos(): number | null
}

/**
 * Watches the exchanges of `fetch`. `uptime`, in milliseconds, is a clock that nobody sets and that goes on while the machine
 * sleeps: with it a jump of ours shows at once, and so does its mending, without another word of the SII, and waking up is
 * none. A change is logged when an answer shows it.
 */
export function watchDesfase({
  fetch,
  clock,
  uptime,
  metrics,
  log,
}: {
  fetch: Fetch
  clock: Clock
  uptime: () => number
  metrics: Metrics
  log: Log
}): Desfase {
  let known: { ahead: number; clockAt: number; at: number } | null = null
  let told = 0
  const segundos = (): number | null => {
    if (!known) return null
    const jumped = clock().getTime() - known.clockAt - (uptime() - known.at)
    return known.ahead + (Math.abs(jumped) < UPTIME_STEPS_MS ? 0 : Math.round(jumped / 1000))
  }

  function learn(url: string, ahead: number): void {
    known = { ahead, clockAt: clock().getTime(), at: uptime() }
    const off = Math.abs(ahead) > DESFASE_MAX_S ? ahead : 0
    if (Math.abs(off - told) <= DESFASE_MAX_S) return
    told = off
    log[off ? 'warn' : 'info']('sii.reloj', { desfase_s: off, host: new URL(url).host })
  }

  metrics.gauge('timbre_clock_skew_seconds', 'Our clock less that of the SII, once it has answered.', () => {
    const value = segundos()
    return value === null ? [] : [{ value }]
  })

  return {
    segundos,
    async fetch(url, init) {
      const from = clock().getTime()
      const answer = await fetch(url, init)
      const ahead = desfaseOf(answer.headers.get('date'), from, clock().getTime())
      if (ahead !== null) learn(url, ahead)
      return answer
    },
  }
}
