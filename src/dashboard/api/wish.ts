// One wish, however often it is pressed: what asks for it again after an answer that was lost asks under the same key, so that it is
// not done twice. Another body, or a definite answer, is another wish.

import { useRef } from 'react'
import type { Fault } from './fault'
import { createIdempotencyKey } from './idempotency'

export function useWish() {
  const held = useRef<{ body: string; clave: string } | null>(null)
  return {
    /** The key under which `cuerpo` is sent. */
    keyOf(cuerpo: object): string {
      const body = JSON.stringify(cuerpo)
      if (held.current?.body !== body) held.current = { body, clave: createIdempotencyKey() }
      return held.current.clave
    },
    /** For `onSettled`: whether anybody answered says if it may have been done. */
    settled(fault: Fault | null): void {
      if (fault?.status !== 0) held.current = null
    },
  }
}
