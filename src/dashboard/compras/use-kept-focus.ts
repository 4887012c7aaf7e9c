// The focus of who pressed what is gone once it was done: it stays in the part where that stood (dashboard §12).

import { useRef } from 'react'

export function useKeptFocus() {
  const part = useRef<HTMLElement>(null)
  return {
    /** The ref of the part, which a script can focus. */
    part,
    /** After it was done; who is in a field by then stays there. */
    keep(): void {
      if (document.activeElement?.matches('button, body')) part.current?.focus()
    },
  }
}
