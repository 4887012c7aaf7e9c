// An instant as people say it, with the whole of it for who asks. Read anew each half minute.

import { useSyncExternalStore } from 'react'
import { formatAgo, formatInstant } from './format'

const EVERY_MS = 30_000

// One timer for every moment of the page.
const listeners = new Set<() => void>()
let timer: ReturnType<typeof setInterval> | undefined
let turn = 0

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  timer ??= setInterval(() => {
    turn++
    for (const each of listeners) each()
  }, EVERY_MS)
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    clearInterval(timer)
    timer = undefined
  }
}

/** `hace 3 min`; `exact` shows date and hour instead. */
export function Moment({ at, exact = false }: { at: string; exact?: boolean }) {
  useSyncExternalStore(subscribe, () => turn)
  const whole = formatInstant(at)
  return (
    <time dateTime={at} title={whole}>
      {exact ? whole : formatAgo(at, new Date())}
    </time>
  )
}
