// A form that is kept in this browser at every change, so that neither a link away nor a reload loses it.

import { useMemo, useRef, useState } from 'react'
import { useSesion } from '../api/sesion'
import type { KeptWishes, Wish } from '../api/wish'
import { createKeptForms, type FormStorage, type KeptForms, type KeptKind, writtenOf } from './kept-forms'

function browserStorage(): FormStorage | null {
  try {
    return localStorage
  } catch {
    // Shut: nothing is kept, and the form says so.
    return null
  }
}

export function useKeptForms<T extends object>(kind: KeptKind): KeptForms<T> {
  const { usuario, empresa, ambiente } = useSesion()
  return useMemo(() => {
    const owner = { usuario: usuario.id, empresa: empresa.id, ambiente }
    return createKeptForms<T>(browserStorage(), owner, kind, () => new Date())
  }, [usuario.id, empresa.id, ambiente, kind])
}

/** The kept part of a form: the fields that were changed. */
export interface Written<T> {
  escrito: Partial<T>
}

type Change<T> = Partial<T> | ((now: T) => Partial<T>)

export interface KeptForm<T> {
  form: T
  change(part: Change<T>): void
  /** When what is shown was left without sending it; null for a form begun now. */
  resumed: string | null
  state: 'igual' | 'guardado' | 'falla'
  /** Back to how it began. */
  undo(): void
  /** It was sent, or thrown away: nothing more is kept. */
  end(): void
}

/**
 * `id` tells it from others of its kind, empty where there is one; `first` is the form as it begins. What differs from `against` is
 * kept, so that of anything else the form has what is so now.
 */
export function useKeptForm<T extends object>(
  kind: KeptKind,
  id: string,
  first: T,
  against: T = first,
): KeptForm<T> {
  const here = useKeptForms<Written<T>>(kind)
  // A form typed for one company is kept for no other, wherever the page goes.
  const [forms] = useState(here)
  const [begun] = useState(first)
  const [ground] = useState(against)
  const [kept] = useState(() => forms.get(id))
  const [form, setForm] = useState<T>(kept ? { ...ground, ...kept.escrito } : begun)
  // Two fields may change within one turn.
  const now = useRef(form)
  const [resumed, setResumed] = useState(kept?.cambio ?? null)
  const [state, setState] = useState<KeptForm<T>['state']>(kept ? 'guardado' : 'igual')
  const set = (next: T): void => {
    now.current = next
    setForm(next)
  }
  const end = (): void => forms.remove(id)
  return {
    ...{ form, resumed, state, end },
    change(part) {
      set({ ...now.current, ...(typeof part === 'function' ? part(now.current) : part) })
      const escrito = writtenOf(now.current, ground)
      if (Object.keys(writtenOf(now.current, begun)).length)
        setState(forms.put(id, { escrito }) ? 'guardado' : 'falla')
      else {
        end()
        setState('igual')
      }
    },
    undo() {
      end()
      set(begun)
      setResumed(null)
      setState('igual')
    },
  }
}

/** Wishes of one name whose answer did not come: the oldest give way. */
const PEDIDOS_MAX = 10

/** Where wishes are kept beside their form: asked for again after a reload, each is the same one. `name` tells forms apart. */
export function useKeptWishes(name: string): KeptWishes {
  const forms = useKeptForms<{ pedidos: Wish[] }>('pedido')
  const all = (): Wish[] => forms.get(name)?.pedidos ?? []
  const without = ({ body }: Wish): Wish[] => all().filter((one) => one.body !== body)
  return {
    find: (body) => all().find((one) => one.body === body) ?? null,
    put: (wish) => void forms.put(name, { pedidos: [wish, ...without(wish)].slice(0, PEDIDOS_MAX) }),
    remove(wish) {
      const pedidos = without(wish)
      if (pedidos.length) forms.put(name, { pedidos })
      else forms.remove(name)
    },
  }
}
