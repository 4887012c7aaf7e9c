// Tabs over one panel: arrows move, the panel belongs to the tab.

import { type KeyboardEvent, type ReactNode, useId, useRef } from 'react'

export interface Tab<T extends string> {
  id: T
  label: string
  /** How many are behind it. */
  count?: number | undefined
}

export function Tabs<T extends string>({
  label,
  tabs,
  selected,
  onSelect,
  children,
}: {
  /** The name of the divided content. */
  label: string
  tabs: readonly Tab<T>[]
  selected: T
  onSelect: (id: T) => void
  /** The panel of the selected tab. */
  children: ReactNode
}) {
  const base = useId()
  const list = useRef<HTMLDivElement>(null)
  const onKeyDown = (event: KeyboardEvent): void => {
    const at = tabs.findIndex(({ id }) => id === selected)
    const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: tabs.length - 1 }[event.key]
    if (to === undefined) return
    event.preventDefault()
    const next = (to + tabs.length) % tabs.length
    const tab = tabs[next]
    if (!tab) return
    onSelect(tab.id)
    list.current?.querySelectorAll<HTMLElement>('[role="tab"]')[next]?.focus()
  }
  return (
    <>
      <div ref={list} className="pestanas" role="tablist" aria-label={label} onKeyDown={onKeyDown}>
        {tabs.map(({ id, label: words, count }) => (
          <button
            key={id}
            type="button"
            role="tab"
            id={`${base}-${id}`}
            aria-selected={id === selected}
            aria-controls={id === selected ? `${base}-panel` : undefined}
            tabIndex={id === selected ? 0 : -1}
            onClick={() => onSelect(id)}
          >
            {words}
            {count !== undefined && ` (${count})`}
          </button>
        ))}
      </div>
      <div role="tabpanel" id={`${base}-panel`} aria-labelledby={`${base}-${selected}`}>
        {children}
      </div>
    </>
  )
}
