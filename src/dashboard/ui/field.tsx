// A field: label, control, help and fault, tied together for who cannot see them.

import { type InputHTMLAttributes, type ReactNode, type SelectHTMLAttributes, useId } from 'react'

/** The props that bind a control to its label, help and fault. */
interface ControlProps {
  id: string
  'aria-describedby': string | undefined
  'aria-invalid': true | undefined
}

export interface FieldProps {
  label: ReactNode
  hint?: ReactNode
  /** The fault, in words; the control is marked. */
  error?: string | undefined
  optional?: boolean
  /** The id of the control, for links to it; one is made when it is left out. */
  id?: string
}

/** The frame of any control: `children` gets what to spread on it. */
export function Field({
  label,
  hint,
  error,
  optional,
  id: given,
  children,
}: FieldProps & { children: (control: ControlProps) => ReactNode }) {
  const own = useId()
  const id = given ?? own
  const describedBy = [hint && `${id}-ayuda`, error && `${id}-falta`].filter(Boolean).join(' ')
  return (
    <div className="campo">
      <label htmlFor={id}>
        {label}
        {optional && <span className="opcional"> (opcional)</span>}
      </label>
      {children({
        id,
        'aria-describedby': describedBy || undefined,
        'aria-invalid': error ? true : undefined,
      })}
      {hint && (
        <span className="ayuda" id={`${id}-ayuda`}>
          {hint}
        </span>
      )}
      {error && (
        <span className="falta" id={`${id}-falta`}>
          {error}
        </span>
      )}
    </div>
  )
}

type InputProps = Omit<InputHTMLAttributes<HTMLInputElement>, 'onChange' | 'value'>

/** One line of text; also passwords, mail addresses, and dates and times with the browser's own picker. */
export function TextField({
  value,
  onChange,
  label,
  hint,
  error,
  optional,
  id,
  choices,
  ...rest
}: FieldProps &
  InputProps & {
    value: string
    onChange: (value: string) => void
    /** The browser's suggestions while typing, each value with its words. */
    choices?: readonly (readonly [value: string, words: string])[] | undefined
  }) {
  const list = useId()
  return (
    <Field {...{ label, hint, error, optional, id }}>
      {(control) => (
        <>
          <input
            className="entrada"
            value={value}
            onChange={(event) => onChange(event.target.value)}
            list={choices && list}
            {...rest}
            {...control}
          />
          {choices && (
            <datalist id={list}>
              {choices.map(([code, words]) => (
                <option key={code} value={code}>
                  {words}
                </option>
              ))}
            </datalist>
          )}
        </>
      )}
    </Field>
  )
}

export function TextArea({
  value,
  onChange,
  label,
  hint,
  error,
  optional,
  id,
  rows,
  maxLength,
  onBlur,
}: FieldProps & {
  value: string
  onChange: (value: string) => void
  rows?: number
  maxLength?: number
  onBlur?: () => void
}) {
  return (
    <Field {...{ label, hint, error, optional, id }}>
      {(control) => (
        <textarea
          className="entrada"
          value={value}
          onChange={(event) => onChange(event.target.value)}
          {...{ rows, maxLength, onBlur }}
          {...control}
        />
      )}
    </Field>
  )
}

/** A native select. `options` are value and words. */
export function SelectField<T extends string>({
  value,
  onChange,
  options,
  label,
  hint,
  error,
  optional,
  id,
  ...rest
}: FieldProps &
  Omit<SelectHTMLAttributes<HTMLSelectElement>, 'onChange' | 'value'> & {
    value: T
    onChange: (value: T) => void
    options: readonly (readonly [value: T, words: string])[]
  }) {
  return (
    <Field {...{ label, hint, error, optional, id }}>
      {(control) => (
        <select
          className="entrada"
          value={value}
          onChange={(event) => onChange(event.target.value as T)}
          {...rest}
          {...control}
        >
          {options.map(([option, words]) => (
            <option key={option} value={option}>
              {words}
            </option>
          ))}
        </select>
      )}
    </Field>
  )
}

export function CheckField({
  label,
  checked,
  onChange,
  hint,
  disabled,
}: {
  label: ReactNode
  checked: boolean
  onChange: (checked: boolean) => void
  hint?: ReactNode
  disabled?: boolean
}) {
  return (
    <label className="casilla">
      <input
        type="checkbox"
        checked={checked}
        disabled={disabled}
        onChange={(event) => onChange(event.target.checked)}
      />
      <span>
        {label}
        {hint && (
          <>
            <br />
            <small>{hint}</small>
          </>
        )}
      </span>
    </label>
  )
}
