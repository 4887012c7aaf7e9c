// A field whose text means a value: read at every key, shown as it was understood on leaving, and never corrected in silence.

import { useEffect, useRef, useState } from 'react'
import { Field, type FieldProps } from './field'
import type { Parsed } from './parse'

export interface ParsedFieldProps<T> extends FieldProps {
  /** Null while empty or unreadable. */
  value: T | null
  onChange: (value: T | null) => void
  parse: (text: string) => Parsed<T>
  format: (value: T) => string
  required?: boolean
  placeholder?: string
  numeric?: boolean
  disabled?: boolean
  autoFocus?: boolean
  name?: string
}

/** The fault of what cannot be read is the field's own; `error` is what others say of the value. */
export function ParsedField<T>({
  value,
  onChange,
  parse,
  format,
  label,
  hint,
  error,
  optional,
  numeric = false,
  ...rest
}: ParsedFieldProps<T>) {
  // Typed text, until it is understood and left; null shows the value.
  const [typed, setTyped] = useState<string | null>(null)
  const [here, setHere] = useState(false)
  const parsed = typed === null || typed.trim() === '' ? null : parse(typed)
  const unread = parsed && !parsed.ok ? parsed.error : ''
  const own = (!here && unread) || undefined
  const input = useRef<HTMLInputElement>(null)
  // A form does not send what could not be read (`Form`).
  useEffect(() => input.current?.setCustomValidity(unread), [unread])
  return (
    <Field {...{ label, hint, optional, error: own ?? error }}>
      {(control) => (
        <input
          ref={input}
          className={numeric ? 'entrada numero' : 'entrada'}
          inputMode={numeric ? 'decimal' : undefined}
          autoComplete="off"
          value={typed ?? (value === null ? '' : format(value))}
          onFocus={() => setHere(true)}
          onInvalid={(event) => {
            event.preventDefault()
            setHere(false)
          }}
          onChange={({ target }) => {
            setTyped(target.value)
            const read = parse(target.value)
            onChange(read.ok ? read.value : null)
          }}
          onBlur={() => {
            setHere(false)
            if (!parsed || parsed.ok) setTyped(null)
          }}
          {...rest}
          {...control}
        />
      )}
    </Field>
  )
}
