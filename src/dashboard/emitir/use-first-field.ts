// Puts the focus on the first field to type into.

import { type RefObject, useEffect } from 'react'

/** Whatever page one comes from: after what the page itself does with the focus. */
export function useFirstField(root: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const frame = requestAnimationFrame(() =>
      root.current?.querySelector<HTMLElement>('input, select, textarea')?.focus(),
    )
    return () => cancelAnimationFrame(frame)
  }, [root])
}
