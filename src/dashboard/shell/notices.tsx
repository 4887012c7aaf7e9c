// Notices of events in the background: lines at the corner. Successes pass, what needs somebody stays.

import { useEffect, useSyncExternalStore } from 'react'
import { LinkButton } from '../ui/button'
import { Notice } from '../ui/notice'
import type { Tone } from '../ui/status'

export interface Told {
  tone: Tone
  title: string
  text?: string
  /** The way to what it is about. */
  href?: string
  action?: string
  /** Until closed; else five seconds. */
  stays?: boolean
}

const PASSES_MS = 5000
const MAX = 4

let told: readonly (Told & { id: number })[] = []
let last = 0
const listeners = new Set<() => void>()
const set = (next: typeof told): void => {
  told = next
  for (const listener of listeners) listener()
}
const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** Says it at the corner of whatever page is shown. */
export const notify = (notice: Told): void => set([...told, { ...notice, id: ++last }].slice(-MAX))

const close = (id: number): void => set(told.filter((one) => one.id !== id))

export function Notices() {
  const all = useSyncExternalStore(subscribe, () => told)
  return (
    <section className="avisos" aria-label="Avisos">
      {all.map((one) => (
        <One key={one.id} {...one} />
      ))}
    </section>
  )
}

function One({ id, tone, title, text, href, action, stays }: Told & { id: number }) {
  useEffect(() => {
    if (stays) return
    const timer = setTimeout(() => close(id), PASSES_MS)
    return () => clearTimeout(timer)
  }, [id, stays])
  return (
    <Notice tone={tone} title={title} onClose={() => close(id)}>
      {text && <p>{text}</p>}
      {href && (
        <div>
          <LinkButton href={href} small>
            {action ?? 'Ver'}
          </LinkButton>
        </div>
      )}
    </Notice>
  )
}
