// Keeps the form in this browser within a second of each change, and at once when the page goes away.

import { useEffect, useRef, useState } from 'react'
import { hasLeft } from '../shell/kept'
import type { KeptForms } from '../shell/kept-forms'
import { useKeptForms } from '../shell/use-kept-form'
import { holdDraft } from './draft-guard'
import type { DraftValue, SentKey } from './drafts'
import type { Form } from './form'

const WAIT_MS = 700

export const useDrafts = (): KeptForms<DraftValue> => useKeptForms('emision')

export interface DraftKeeper {
  /** `nuevo`: nothing to keep yet. `falla`: the storage is full or shut. */
  state: 'nuevo' | 'guardado' | 'falla'
  /** The key of the request that is on its way, if any. */
  sent(): SentKey | null
  /** Keeps it now, with the key that is about to be used. */
  send(sent: SentKey): void
  /** It was issued, or thrown away: nothing more is kept. */
  end(): void
}

/** `first`: the form as it was opened; as long as it is that, there is nothing to keep. `onKept`: it has a name now. */
export function useDraft(
  id: string,
  form: Form,
  first: Form,
  sentBefore: SentKey | null,
  onKept: () => void,
): DraftKeeper {
  const drafts = useDrafts()
  const [state, setState] = useState<DraftKeeper['state']>('nuevo')
  const sent = useRef(sentBefore)
  const ended = useRef(false)
  const save = useRef<() => void>(() => {})
  /** It has its place in the storage. */
  const begun = useRef(false)
  /** Something is not kept yet. */
  const pending = useRef(false)

  useEffect(() => holdDraft(id), [id])
  useEffect(() => {
    save.current = () => {
      if (ended.current || hasLeft()) return
      const { razon_social, rut } = form.receptor
      const receptor = razon_social || rut
      const kept = drafts.put(id, { tipo: form.tipo, form, receptor, enviado: sent.current })
      setState(kept ? 'guardado' : 'falla')
      // Once: from then on the address names it, and who has left this page is not to be called back.
      if (kept && !begun.current) onKept()
      begun.current ||= kept
    }
    if (form === first) return
    if (!begun.current) {
      save.current()
      return
    }
    const timer = setTimeout(() => {
      pending.current = false
      save.current()
    }, WAIT_MS)
    pending.current = true
    return () => clearTimeout(timer)
  }, [drafts, id, form, first, onKept])
  // The page goes away, or gives way to another of the dashboard: what was typed within the last second too.
  useEffect(() => {
    const now = (): void => {
      if (pending.current) save.current()
    }
    window.addEventListener('pagehide', now)
    return () => {
      window.removeEventListener('pagehide', now)
      now()
    }
  }, [])
  return {
    state,
    sent: () => sent.current,
    send(key) {
      sent.current = key
      save.current()
    },
    end() {
      ended.current = true
      pending.current = false
      drafts.remove(id)
    },
  }
}
