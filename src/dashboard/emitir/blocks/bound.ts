// Binds a control to one text of a block's state and to its fault.

import { useFields } from '../fields'
import { KINDS, pathIn, type Table } from './table'

/**
 * `bind('patente', 'traslado.patente')`: the props of the control of that text. `tidy` writes what was understood once it is left
 * (`read.ts`).
 */
export function useBound<S extends object>(state: S, onChange: (state: S) => void) {
  const field = useFields()
  return <K extends keyof S>(key: K, path: string, tidy?: (text: string) => string) => {
    const { onBlur, ...shown } = field(path)
    const value = state[key] as S[K] & string
    return {
      ...shown,
      value,
      onChange: (next: string) => onChange({ ...state, [key]: next }),
      onBlur: () => {
        const tidied = tidy ? tidy(value) : value
        if (tidied !== value) onChange({ ...state, [key]: tidied })
        onBlur()
      },
    }
  }
}

/** `bind('patente')`: the props of the control of a field of the table, which stands at `at` in the request. */
export function useTable<F extends Table<never>, S extends Readonly<Record<keyof F, string>>>(
  table: F,
  at: string,
  state: S,
  onChange: (state: S) => void,
) {
  const bind = useBound(state, onChange)
  return <K extends keyof F & keyof S>(key: K) => {
    const [path, kind] = table[key] as F[K]
    const { tidy, control } = KINDS[kind]
    return { ...control, ...bind(key, pathIn(at, path), tidy) }
  }
}
