// Keeps the form in this browser within a second of each change, and at once when the page goes away.

import { useEffect, useMemo, useRef, useState } from 'react'
import { useSesion } from '../api/sesion'
import { hasLeft } from '../shell/kept'
import { holdDraft } from './draft-guard'
import { createDrafts, type DraftStorage, type Drafts, type SentKey } from './drafts'
import type { Form } from './form'

const WAIT_MS = 700

function browserStorage(): DraftStorage | null {
  try {
    return localStorage
  } catch {
    return null
  }
}

export function useDrafts(): Drafts {
  const { usuario, empresa, ambiente } = useSesion()
  return useMemo(
    () =>
      createDrafts(
        browserStorage(),
        { usuario: usuario.id, empresa: empresa.id, ambiente },
        () => new Date(),
      ),
    [usuario.id, empresa.id, ambiente],
  )
}

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

  useEffect(() => holdDraft(id), [id])
  useEffect(() => {
    save.current = () => {
      if (ended.current || hasLeft()) return
      const { razon_social, rut } = form.receptor
      const receptor = razon_social || rut
      const cambio = new Date().toISOString()
      const kept = drafts.put({ id, tipo: form.tipo, form, cambio, receptor, enviado: sent.current })
      setState(kept ? 'guardado' : 'falla')
      if (kept) onKept()
    }
    if (form === first) return
    const timer = setTimeout(() => save.current(), WAIT_MS)
    const now = (): void => {
      clearTimeout(timer)
      save.current()
    }
    window.addEventListener('pagehide', now)
    return () => {
      clearTimeout(timer)
      window.removeEventListener('pagehide', now)
    }
  }, [drafts, id, form, first, onKept])
  // Another page of the dashboard: what was typed within the last second too.
  const changed = useRef(false)
  changed.current = form !== first
  useEffect(
    () => () => {
      if (changed.current) save.current()
    },
    [],
  )
  return {
    state,
    sent: () => sent.current,
    send(key) {
      sent.current = key
      save.current()
    },
    end() {
      ended.current = true
      drafts.remove(id)
    },
  }
}
