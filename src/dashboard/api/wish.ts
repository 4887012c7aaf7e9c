// One wish, however often it is pressed: what asks for it again after an answer that was lost asks under the same key, so that it is
// not done twice. Another body, or a wish that came true, is another wish. What is typed again after a reload keeps its key with it.

import { useRef } from 'react'
import type { Fault } from './fault'
import { createIdempotencyKey } from './idempotency'

export interface Wish {
  body: string
  clave: string
}

export interface KeptWishes {
  /** The wish of that body that has not come true. */
  find(body: string): Wish | null
  put(wish: Wish): void
  remove(wish: Wish): void
}

export function useWish(kept?: KeptWishes) {
  const held = useRef<Wish | null>(null)
  return {
    /** The key under which `value` is sent. */
    keyOf(value: object): string {
      const body = JSON.stringify(value)
      if (held.current?.body !== body)
        held.current = kept?.find(body) ?? { body, clave: createIdempotencyKey() }
      kept?.put(held.current)
      return held.current.clave
    },
    /**
     * For `onSettled`. A refusal leaves the key: the server does not burn it then, and an earlier answer may have been lost, or a proxy
     * spoke for the server. It goes with the wish that came true, and where the server knows it for something else.
     */
    settled(fault: Fault | null): void {
      if (!held.current || (fault && fault.code !== 'IDEMPOTENCY_MISMATCH')) return
      kept?.remove(held.current)
      held.current = null
    },
  }
}
