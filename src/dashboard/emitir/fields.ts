// How a field of the form, wherever it stands, finds its fault and says that it was left.

import { createContext, useContext } from 'react'

export interface Fields {
  /** Faults to show, by field. */
  faults: Readonly<Record<string, string>>
  leave(key: string): void
}

export const FieldsContext = createContext<Fields>({ faults: {}, leave() {} })

/** The id of the control in the page: the summary leads there. */
export const fieldId = (key: string): string => `campo-${key}`

/** The props that make a control of `ui/field` a field: `field('receptor.rut')`. */
export function useFields(): (key: string) => {
  id: string
  error: string | undefined
  onBlur: () => void
} {
  const { faults, leave } = useContext(FieldsContext)
  return (key) => ({ id: fieldId(key), error: faults[key], onBlur: () => leave(key) })
}
