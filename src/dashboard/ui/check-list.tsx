// Several of a few: check boxes under one legend, in groups when they are many.

import type { ReactNode } from 'react'
import { CheckField } from './field'

export interface Choice<T> {
  id: T
  label: ReactNode
  hint?: ReactNode
  disabled?: boolean
}

/** From here on they stand in columns where there is room. */
const MANY = 8

export function CheckList<T extends string | number>({
  legend,
  choices,
  selected,
  onChange,
  hint,
  error,
}: {
  legend: ReactNode
  choices: readonly Choice<T>[]
  selected: readonly T[]
  /** Keeps the order of `choices`; what is selected and not among them stays. */
  onChange: (selected: T[]) => void
  hint?: ReactNode
  error?: string | undefined
}) {
  const toggle = (id: T, on: boolean): void => {
    const own = choices.map((choice) => choice.id)
    const others = selected.filter((one) => !own.includes(one))
    onChange([...others, ...own.filter((one) => (one === id ? on : selected.includes(one)))])
  }
  return (
    <fieldset className="casillas">
      <legend>{legend}</legend>
      {hint && <small>{hint}</small>}
      <div className={choices.length > MANY ? 'lista muchas' : 'lista'}>
        {choices.map(({ id, label, hint: more, disabled }) => (
          <CheckField
            key={id}
            label={label}
            hint={more}
            disabled={disabled ?? false}
            checked={selected.includes(id)}
            onChange={(on) => toggle(id, on)}
          />
        ))}
      </div>
      {error && <span className="falta">{error}</span>}
    </fieldset>
  )
}
