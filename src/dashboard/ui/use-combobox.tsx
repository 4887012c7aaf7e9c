// The list of suggestions under a text field (WAI-ARIA combobox): its keys, its choice, and what the field says of it. The field itself
// is the caller's: one with a label (combobox.tsx), or a cell of a table.

import { type KeyboardEvent, type ReactNode, useEffect, useId, useState } from 'react'

export interface Option {
  id: string
  label: ReactNode
  /** Smaller, at the end of the line. */
  beside?: ReactNode
}

export interface Suggested<O extends Option> {
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
  onEnter?: (() => void) | undefined
  onBlur?: (() => void) | undefined
}

/** ↑ ↓ move, Enter chooses, Escape closes the list and then does what it would do without one. */
export function useCombobox<O extends Option>({
  onText,
  options,
  onChoose,
  nothing,
  inline = false,
  eager = inline,
  onEnter,
  onBlur,
}: Suggested<O>) {
  const list = useId()
  const [opened, setOpened] = useState(false)
  const [chosen, setChosen] = useState<string | null>(null)
  const shown = (inline || opened) && (options.length > 0 || nothing !== undefined)
  const found = options.findIndex(({ id }) => id === chosen)
  const at = found < 0 && eager && options.length > 0 ? 0 : found
  const active = options[at]
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
    // Alt with an arrow is another's: it moves a line.
    if (event.nativeEvent.isComposing || event.altKey) return
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault()
      setOpened(true)
      if (!options.length) return
      const step = event.key === 'ArrowDown' ? 1 : -1
      const next = at < 0 && step < 0 ? options.length - 1 : (at + step + options.length) % options.length
      setChosen(options[next]?.id ?? null)
    } else if (event.key === 'Enter' && shown && active && !event.ctrlKey && !event.metaKey) {
      event.preventDefault()
      event.stopPropagation()
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
  return {
    /** To spread on the `<input>`. */
    control: {
      role: 'combobox',
      'aria-expanded': shown,
      'aria-controls': shown ? list : undefined,
      'aria-autocomplete': 'list',
      'aria-activedescendant': shown ? activeId : undefined,
      autoComplete: 'off',
      spellCheck: false,
      onChange: ({ target }: { target: HTMLInputElement }) => {
        setOpened(true)
        setChosen(null)
        onText(target.value)
      },
      onBlur: () => {
        setOpened(false)
        onBlur?.()
      },
      onKeyDown,
    } as const,
    /** To stand beside it, in an element of the class `combo`. */
    list: shown && (
      <Suggestions
        {...{ list, options, active, nothing, inline, domId }}
        onChoose={choose}
        onPoint={(option) => option !== active && setChosen(option.id)}
      />
    ),
  }
}

function Suggestions<O extends Option>({
  list,
  options,
  active,
  nothing,
  inline,
  domId,
  onChoose,
  onPoint,
}: {
  list: string
  options: readonly O[]
  active: O | undefined
  nothing: ReactNode
  inline: boolean
  domId: (option: O) => string | undefined
  onChoose: (option: O) => void
  onPoint: (option: O) => void
}) {
  if (!options.length)
    return (
      <div id={list} role="status" className={inline ? 'opciones fijas nada' : 'opciones nada'}>
        {nothing}
      </div>
    )
  return (
    <div id={list} role="listbox" aria-label="Sugerencias" className={inline ? 'opciones fijas' : 'opciones'}>
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
          onMouseMove={() => onPoint(option)}
          onClick={() => onChoose(option)}
        >
          <span>{option.label}</span>
          {option.beside && <span className="al-lado">{option.beside}</span>}
        </div>
      ))}
    </div>
  )
}
