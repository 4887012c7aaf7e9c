// The cost of a page, as Chromium counts it.

import type { CDPSession, Page, Request } from 'playwright-core'
import { median, percentile } from '../../bench/measure'
import { slowness } from '../../bench/slowness'

/** Several samples, in their unit: `typical` is judged, `best` says what a quiet machine would give. */
export interface Sample {
  typical: number
  best: number
  /** 95 of 100 are no more. */
  p95: number
}

export function sampleOf(values: readonly number[]): Sample {
  const sorted = values.toSorted((a, b) => a - b)
  const [best] = sorted
  if (best === undefined) throw new Error('nothing was measured')
  return { typical: median(sorted), best, p95: percentile(sorted, 0.95) }
}

export const chromeOf = (page: Page): Promise<CDPSession> => page.context().newCDPSession(page)

/** Milliseconds from the navigation until the page first showed something. */
export const firstPaint = (page: Page): Promise<number> =>
  page.evaluate(
    () =>
      new Promise<number>((resolve) =>
        new PerformanceObserver((list) => {
          const [paint] = list.getEntriesByName('first-contentful-paint')
          if (paint) resolve(paint.startTime)
        }).observe({ type: 'paint', buffered: true }),
      ),
  )

/** Milliseconds of script, style and layout that the page used so far; painting is not among them. */
export async function worked(page: Page, chrome: CDPSession): Promise<number> {
  // The typed letter is in a frame.
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve))))
  const { metrics } = await chrome.send('Performance.getMetrics')
  const seconds = (name: string): number => metrics.find((one) => one.name === name)?.value ?? Number.NaN
  return (seconds('ScriptDuration') + seconds('RecalcStyleDuration') + seconds('LayoutDuration')) * 1000
}

/** Megabytes of script's memory that are still reached. */
export async function heap(chrome: CDPSession): Promise<number> {
  await chrome.send('HeapProfiler.collectGarbage')
  return (await chrome.send('Runtime.getHeapUsage')).usedSize / 2 ** 20
}

/** Milliseconds from the click on what `selector` finds until what `shown` finds stands in a frame. */
export const fromClick = (page: Page, selector: string, shown: string): Promise<number> =>
  page.evaluate(
    ([from, to]) =>
      new Promise<number>((resolve, reject) => {
        const target = document.querySelector<HTMLElement>(from)
        if (!target || document.querySelector(to)) return reject(new Error(`not before ${to}: ${from}`))
        const start = performance.now()
        const look = (): void => {
          if (!document.querySelector(to)) return
          observer.disconnect()
          requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - start)))
        }
        const observer = new MutationObserver(look)
        observer.observe(document.body, { childList: true, subtree: true })
        target.click()
        look()
      }),
    [selector, shown] as const,
  )

/** The page's requests to the API, without the endless stream of events. */
export function watchRequests(page: Page) {
  const slow = slowness()
  let asked: string[] = []
  const open = new Set<Request>()
  page.on('request', (one) => {
    const { protocol, pathname, search } = new URL(one.url())
    // A PDF in the page brings Chromium's own viewer, and stands under an address of the page's own.
    if (!protocol.startsWith('http')) return
    if (pathname.startsWith('/app/') || pathname === '/v1/events/stream') return
    asked.push(pathname + search)
    open.add(one)
  })
  const ended = (one: Request): void => void open.delete(one)
  page.on('requestfinished', ended).on('requestfailed', ended)
  return {
    /** Forgets what was asked before. */
    begin(): void {
      asked = []
      open.clear()
    },
    asked: (): readonly string[] => asked,
    /** Until nothing more is asked for a while; `held` while nothing is answered. */
    async quiet(held = false): Promise<void> {
      for (let last = -1; last !== asked.length || !asked.length || (!held && open.size); ) {
        last = asked.length
        await Bun.sleep(QUIET_MS * slow)
      }
    },
  }
}

const QUIET_MS = 250
