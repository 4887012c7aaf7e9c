// One text field with a list of suggestions under it: the caller looks things up, this shows and chooses.

import { useEffect, useRef } from 'react'
import { Field, type FieldProps } from './field'
import { type Option, type Suggested, useCombobox } from './use-combobox'

export type { Option }

interface Props<O extends Option> extends FieldProps, Suggested<O> {
  text: string
  placeholder?: string
  autoFocus?: boolean
}

export function Combobox<O extends Option>({
  text,
  onText,
  options,
  onChoose,
  nothing,
  inline,
  eager,
  onEnter,
  onBlur,
  placeholder,
  autoFocus,
  ...field
}: Props<O>) {
  const input = useRef<HTMLInputElement>(null)
  const suggested = useCombobox({
    ...{ onText, options, onChoose, nothing, onEnter, onBlur },
    ...(inline !== undefined && { inline }),
    ...(eager !== undefined && { eager }),
  })
  useEffect(() => {
    if (autoFocus) input.current?.focus()
  }, [autoFocus])
  return (
    <div className="combo">
      <Field {...field}>
        {(control) => (
          <input
            ref={input}
            className="entrada"
            value={text}
            placeholder={placeholder}
            {...suggested.control}
            {...control}
          />
        )}
      </Field>
      {suggested.list}
    </div>
  )
}
