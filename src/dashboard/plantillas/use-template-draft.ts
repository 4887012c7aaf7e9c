// The form of a version, kept in this browser at every change, so that leaving the page loses nothing.

import { useMemo, useState } from 'react'
import { useSesion } from '../api/sesion'
import { createTemplateDrafts, type TemplateDrafts } from './template-drafts'
import type { TemplateDraft } from './template-form'

export function useTemplateDrafts(): TemplateDrafts {
  const { usuario, empresa } = useSesion()
  return useMemo(() => {
    const owner = { usuario: usuario.id, empresa: empresa.id }
    let storage: Storage | null = null
    try {
      storage = localStorage
    } catch {
      // Shut: nothing is kept, and the form says so.
    }
    return createTemplateDrafts(storage, owner, () => new Date())
  }, [usuario.id, empresa.id])
}

interface DraftKept {
  draft: TemplateDraft
  change(part: Partial<TemplateDraft>): void
  /** When what is shown was left without saving it; null for a form begun now. */
  resumed: string | null
  state: 'igual' | 'guardado' | 'falla'
  /** Back to how it began. */
  undo(): void
  /** It was saved as a version: nothing more is kept. */
  end(): void
}

/** `desde`: the version it begins from, or empty; `first`: the form as it begins. */
export function useTemplateDraft(desde: string, first: TemplateDraft): DraftKept {
  const drafts = useTemplateDrafts()
  const [kept] = useState(() => drafts.get(desde))
  const [draft, setDraft] = useState(kept?.draft ?? first)
  const [resumed, setResumed] = useState(kept?.cambio ?? null)
  const [state, setState] = useState<DraftKept['state']>(kept ? 'guardado' : 'igual')
  const end = (): void => drafts.remove(desde)
  return {
    ...{ draft, resumed, state, end },
    change(part) {
      const next = { ...draft, ...part }
      setDraft(next)
      setState(drafts.put(desde, next) ? 'guardado' : 'falla')
    },
    undo() {
      end()
      setDraft(first)
      setResumed(null)
      setState('igual')
    },
  }
}
