// «Guardar en la serie»: what is on the page becomes its request, or that of one of its dates. A refusal is told at the fields.

import { useRef, useState } from 'react'
import { useLocation } from 'wouter'
import { type Fault, toFault } from '../api/fault'
import { useInvalidate } from '../api/query'
import { notify } from '../shell/notices'
import { formatDate } from '../ui/format'
import type { Built } from './body'
import type { FieldFault } from './faults'
import type { Form } from './form'
import { saveOfSerie } from './of-serie'
import { requestFault } from './recurrentes/request-fault'
import { SERIES } from './recurrentes/words'
import type { DraftKeeper } from './use-draft'
import { readRefusal } from './use-validation'

export interface SavingSerie {
  busy: boolean
  fault: Fault | null
  faults: readonly FieldFault[]
  /** The body that those are about, as text. */
  about: string | null
  save(): void
}

const NOTHING = { busy: false, fault: null, faults: [], about: null }

export function useSaveSerie({ serie }: Form, built: Built, draft: DraftKeeper): SavingSerie {
  const [state, setState] = useState<Omit<SavingSerie, 'save'>>(NOTHING)
  const running = useRef(false)
  const invalidate = useInvalidate()
  const [, navigate] = useLocation()
  const save = async (): Promise<void> => {
    if (!serie || running.current) return
    running.current = true
    setState({ ...NOTHING, busy: true })
    try {
      await saveOfSerie(serie, built.body)
      draft.end()
      void invalidate(...SERIES)
      const what = serie.fecha === null ? 'desde ahora dice esto' : `el ${formatDate(serie.fecha)} dirá esto`
      notify({ tone: 'bien', title: `${serie.nombre}: ${what}` })
      // In the place of the form: whoever goes back finds no older copy of it.
      navigate(`/recurrentes/${serie.id}`, { replace: true })
    } catch (thrown) {
      const about = JSON.stringify(built.body)
      setState({ busy: false, about, ...readRefusal(requestFault(toFault(thrown)), built.rows) })
    } finally {
      running.current = false
    }
  }
  return { ...state, save: () => void save() }
}
