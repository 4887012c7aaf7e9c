// «Guardar como borrador»: what is on the page becomes a draft that the company shares, or goes back into the one that it came from.

import { useRef, useState } from 'react'
import { useLocation } from 'wouter'
import { type Fault, toFault } from '../api/fault'
import { useInvalidate } from '../api/query'
import { useWish } from '../api/wish'
import { notify } from '../shell/notices'
import type { Built } from './body'
import type { Form, SharedDraft } from './form'
import { type Borrador, Changed, createShared, saveShared } from './shared-draft'
import type { DraftKeeper } from './use-draft'

export interface Saving {
  busy: boolean
  fault: Fault | null
  /** The draft as somebody else left it: the person decides. */
  changed: Borrador | null
  /** Into the draft that it came from, else a new one. */
  save(): void
  /** Over what somebody else wrote. */
  saveOver(): void
  saveAsNew(): void
}

export function useSaveShared({ borrador }: Form, { body }: Built, draft: DraftKeeper): Saving {
  const [state, setState] = useState<Pick<Saving, 'busy' | 'fault' | 'changed'>>({
    ...{ busy: false, fault: null, changed: null },
  })
  const running = useRef(false)
  const wish = useWish()
  const invalidate = useInvalidate()
  const [, navigate] = useLocation()
  const run = async (into: SharedDraft | undefined): Promise<void> => {
    if (running.current) return
    running.current = true
    setState({ busy: true, fault: null, changed: null })
    try {
      const saved = await (into ? saveShared(into, body) : createShared(body, wish.keyOf(body)))
      wish.settled(null)
      draft.end()
      void invalidate('GET /v1/borradores', 'GET /v1/borradores/:id')
      notify({ tone: 'bien', title: 'Borrador guardado' })
      // In the place of the form: whoever goes back finds no older copy of it.
      navigate(`/borradores/${saved.id}`, { replace: true })
    } catch (thrown) {
      if (thrown instanceof Changed) setState({ busy: false, fault: null, changed: thrown.borrador })
      else {
        const fault = toFault(thrown)
        wish.settled(fault)
        setState({ busy: false, fault, changed: null })
      }
    } finally {
      running.current = false
    }
  }
  const { changed } = state
  return {
    ...state,
    save: () => void run(borrador),
    saveOver: () => void (changed && run({ id: changed.id, version: changed.version })),
    saveAsNew: () => void run(undefined),
  }
}
