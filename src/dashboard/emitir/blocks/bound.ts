// Binds a control to one text of a block's state and to its fault.

import { useFields } from '../fields'

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
