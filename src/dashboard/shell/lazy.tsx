// A screen whose script comes when it is first needed. Not React's own `lazy`: what comes behind a fallback of `Suspense` is
// shown 300 ms after that fallback at the soonest, however soon it came, which was most of the time from a click to the rows of
// a list.

import { type ComponentType, useEffect, useState } from 'react'
import { Skeleton } from '../ui/skeleton'

export type Lazy<P = object> = ComponentType<P> & {
  /** Begins to fetch, for whoever knows before it is shown that it will be. */
  begin(): void
}

export function lazy<P extends object>(load: () => Promise<{ default: ComponentType<P> }>): Lazy<P> {
  let Found: ComponentType<P> | null = null
  let coming: Promise<void> | undefined
  const begin = (): Promise<void> => {
    coming ??= load().then((module) => {
      Found = module.default
    })
    return coming
  }
  function Screen(props: P) {
    // The failure of the import, null once it came.
    const [fault, setFault] = useState<unknown>()
    const Shown = Found
    const waits = Shown === null
    useEffect(() => {
      // By what was shown, not by what is there now: it may have come between the two, and nobody would show it.
      if (waits) begin().then(() => setFault(null), setFault)
    }, [waits])
    // To the `Boundary` around.
    if (fault) throw fault
    return Shown ? <Shown {...props} /> : <Skeleton />
  }
  return Object.assign(Screen, { begin: () => void begin().catch(() => {}) })
}
