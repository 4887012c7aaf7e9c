// A button with a menu under it: a popover, so that it is above everything and a click outside closes it.

import { type KeyboardEvent, type ReactNode, useId, useRef, useState } from 'react'
import { Link } from 'wouter'
import type { ButtonTone } from './button'

export interface MenuItem {
  id: string
  label: ReactNode
  danger?: boolean
  /** A way to go, else something to do. */
  href?: string
  onChoose?: () => void
}

const ITEMS = '[role="menuitem"]'

export function Menu({
  label,
  items,
  tone = 'normal',
  'aria-label': ariaLabel,
}: {
  label: ReactNode
  items: readonly MenuItem[]
  tone?: ButtonTone
  'aria-label'?: string
}) {
  const id = useId()
  const button = useRef<HTMLButtonElement>(null)
  const menu = useRef<HTMLDivElement>(null)
  const [open, setOpen] = useState(false)

  const place = (): void => {
    const [at, box] = [button.current?.getBoundingClientRect(), menu.current]
    if (!at || !box) return
    box.style.top = `${Math.max(8, Math.min(at.bottom + 4, window.innerHeight - box.offsetHeight - 8))}px`
    box.style.left = `${Math.max(8, Math.min(at.left, window.innerWidth - box.offsetWidth - 8))}px`
    box.querySelector<HTMLElement>(ITEMS)?.focus()
  }
  const close = (): void => {
    menu.current?.hidePopover()
    button.current?.focus()
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    const all = [...(menu.current?.querySelectorAll<HTMLElement>(ITEMS) ?? [])]
    const at = all.indexOf(document.activeElement as HTMLElement)
    const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: -1 }[event.key]
    if (to !== undefined) {
      event.preventDefault()
      all.at(to % all.length)?.focus()
    } else if (event.key === 'Escape' || event.key === 'Tab') {
      if (event.key === 'Escape') event.preventDefault()
      close()
    }
  }
  return (
    <>
      <button
        ref={button}
        type="button"
        className={`boton ${tone}`}
        aria-haspopup="menu"
        aria-expanded={open}
        aria-label={ariaLabel}
        popoverTarget={id}
      >
        {label}
      </button>
      <div
        ref={menu}
        id={id}
        popover="auto"
        role="menu"
        tabIndex={-1}
        className="menu"
        aria-label={ariaLabel ?? (typeof label === 'string' ? label : undefined)}
        onToggle={({ newState }) => {
          setOpen(newState === 'open')
          if (newState === 'open') place()
        }}
        onKeyDown={onKeyDown}
      >
        {items.map((item) => {
          const shared = {
            role: 'menuitem',
            tabIndex: -1,
            className: item.danger ? 'de-peligro' : undefined,
            onClick: () => {
              close()
              item.onChoose?.()
            },
          }
          return item.href === undefined ? (
            <button key={item.id} type="button" {...shared}>
              {item.label}
            </button>
          ) : (
            <Link key={item.id} href={item.href} {...shared}>
              {item.label}
            </Link>
          )
        })}
      </div>
    </>
  )
}
