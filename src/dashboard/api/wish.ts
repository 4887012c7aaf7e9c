// One wish, however often it is pressed: what asks for it again after an answer that was lost asks under the same key, so that it is
// not done twice. Another body, or a definite answer, is another wish. What is typed again after a reload keeps its key with it.

import { useRef } from 'react'
import type { Fault } from './fault'
import { createIdempotencyKey } from './idempotency'

interface Wish {
  body: string
  clave: string
}

export interface KeptWish {
  get(): Wish | null
  put(wish: Wish): void
  remove(): void
}

export function useWish(kept?: KeptWish) {
  const held = useRef<Wish | null>(null)
  return {
    /** The key under which `cuerpo` is sent. */
    keyOf(cuerpo: object): string {
      const body = JSON.stringify(cuerpo)
      held.current ??= kept?.get() ?? null
      if (held.current?.body !== body) held.current = { body, clave: createIdempotencyKey() }
      kept?.put(held.current)
      return held.current.clave
    },
    /** For `onSettled`: whether anybody answered says if it may have been done. */
    settled(fault: Fault | null): void {
      if (fault?.status === 0) return
      held.current = null
      kept?.remove()
    },
  }
}
