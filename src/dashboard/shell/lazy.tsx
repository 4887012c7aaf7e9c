// A screen whose script comes when it is first needed. Not React's own `lazy`: what comes behind a fallback of `Suspense` is shown 300 ms
// after that fallback at the soonest, however soon it came, which was most of the time from a click to the rows of a list.

import { type ComponentType, useEffect, useState } from 'react'
import { Skeleton } from '../ui/skeleton'

export type Lazy<P = object> = ComponentType<P> & {
  /** Begins to fetch, for whoever knows before it is shown that it will be. */
  begin(): void
}

interface Coming<P> {
  Found: ComponentType<P> | null
  /** What the import failed with; thrown to the `Boundary` around. */
  fault: unknown
}

export function lazy<P extends object>(load: () => Promise<{ default: ComponentType<P> }>): Lazy<P> {
  let coming: Promise<Coming<P>> | null = null
  let known: Coming<P> = { Found: null, fault: null }
  const begin = (): Promise<Coming<P>> => {
    coming ??= load().then(
      (module) => (known = { Found: module.default, fault: null }),
      (fault: unknown) => {
        // Asked for again by the next that needs it.
        coming = null
        return { Found: null, fault }
      },
    )
    return coming
  }
  function Screen(props: P) {
    const [{ Found, fault }, setComing] = useState(known)
    useEffect(() => {
      if (!Found) void begin().then(setComing)
    }, [Found])
    if (fault) throw fault
    return Found ? <Found {...props} /> : <Skeleton />
  }
  return Object.assign(Screen, { begin: () => void begin() })
}
