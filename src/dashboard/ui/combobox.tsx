// One text field with a list of suggestions under it (WAI-ARIA combobox): the caller looks things up, this shows and chooses.

import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { Field, type FieldProps } from './field'

export interface Option {
  id: string
  label: ReactNode
  /** Smaller, at the end of the line. */
  beside?: ReactNode
}

interface Props<O extends Option> extends FieldProps {
  text: string
  onText: (text: string) => void
  options: readonly O[]
  onChoose: (option: O) => void
  /** Said in place of the list when it is empty; nothing said, no list. */
  nothing?: ReactNode
  /** The list is part of the page, always open, its first option chosen: the palette. */
  inline?: boolean
  /** The first option is chosen from the start: Enter takes it. */
  eager?: boolean
  /** Enter where there is nothing to choose. */
  onEnter?: () => void
  placeholder?: string
  autoFocus?: boolean
  onBlur?: () => void
}

/** ↑ ↓ move, Enter chooses, Escape closes the list and then does what it would do without one. */
export function Combobox<O extends Option>({
  text,
  onText,
  options,
  onChoose,
  nothing,
  inline = false,
  eager = inline,
  onEnter,
  placeholder,
  autoFocus,
  onBlur,
  ...field
}: Props<O>) {
  const list = useId()
  const [opened, setOpened] = useState(false)
  const [chosen, setChosen] = useState<string | null>(null)
  const input = useRef<HTMLInputElement>(null)
  const shown = (inline || opened) && (options.length > 0 || nothing !== undefined)
  const found = options.findIndex(({ id }) => id === chosen)
  const at = found < 0 && eager && options.length > 0 ? 0 : found
  const active = options[at]

  useEffect(() => {
    if (autoFocus) input.current?.focus()
  }, [autoFocus])
  const domId = (option: Option | undefined) => option && `${list}-${option.id}`
  const activeId = domId(active)
  useEffect(() => {
    if (activeId) document.getElementById(activeId)?.scrollIntoView({ block: 'nearest' })
  }, [activeId])

  const choose = (option: O): void => {
    setOpened(false)
    setChosen(null)
    onChoose(option)
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault()
      setOpened(true)
      if (!options.length) return
      const step = event.key === 'ArrowDown' ? 1 : -1
      const next = at < 0 && step < 0 ? options.length - 1 : (at + step + options.length) % options.length
      setChosen(options[next]?.id ?? null)
    } else if (event.key === 'Enter' && shown && active && !event.ctrlKey && !event.metaKey) {
      event.preventDefault()
      choose(active)
    } else if (event.key === 'Enter' && onEnter && !event.ctrlKey && !event.metaKey) {
      event.preventDefault()
      onEnter()
    } else if (event.key === 'Escape' && opened && !inline && shown) {
      event.preventDefault()
      event.stopPropagation()
      setOpened(false)
    }
  }
  return (
    <div className="combo">
      <Field {...field}>
        {(control) => (
          <input
            ref={input}
            className="entrada"
            role="combobox"
            aria-expanded={shown}
            aria-controls={shown ? list : undefined}
            aria-autocomplete="list"
            aria-activedescendant={shown ? activeId : undefined}
            autoComplete="off"
            spellCheck={false}
            value={text}
            placeholder={placeholder}
            onChange={({ target }) => {
              setOpened(true)
              setChosen(null)
              onText(target.value)
            }}
            onBlur={() => {
              setOpened(false)
              onBlur?.()
            }}
            onKeyDown={onKeyDown}
            {...control}
          />
        )}
      </Field>
      {shown &&
        (options.length === 0 ? (
          <div id={list} role="status" className={inline ? 'opciones fijas nada' : 'opciones nada'}>
            {nothing}
          </div>
        ) : (
          <div
            id={list}
            role="listbox"
            aria-label="Sugerencias"
            className={inline ? 'opciones fijas' : 'opciones'}
          >
            {options.map((option) => (
              // The field keeps the focus and has the keys; a press chooses.
              // biome-ignore lint/a11y/useFocusableInteractive: aria-activedescendant names it
              // biome-ignore lint/a11y/useKeyWithClickEvents: Enter in the field chooses it
              <div
                key={option.id}
                id={domId(option)}
                role="option"
                aria-selected={option === active}
                className="opcion"
                onMouseDown={(event) => event.preventDefault()}
                onMouseMove={() => option !== active && setChosen(option.id)}
                onClick={() => choose(option)}
              >
                <span>{option.label}</span>
                {option.beside && <span className="al-lado">{option.beside}</span>}
              </div>
            ))}
          </div>
        ))}
    </div>
  )
}
