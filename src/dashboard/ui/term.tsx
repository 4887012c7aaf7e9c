// A term explained on hover, focus and touch (dashboard §13). In the top layer: no frame that scrolls cuts it; Esc takes it away.

import { type ReactNode, type SyntheticEvent, useId, useRef } from 'react'

const GAP = 4

export function Term({ means, children }: { means: string; children: ReactNode }) {
  const id = useId()
  const tip = useRef<HTMLSpanElement>(null)
  const show = ({ currentTarget }: SyntheticEvent<HTMLElement>): void => {
    const shown = tip.current
    if (!shown || shown.matches(':popover-open')) return
    const { left, bottom } = currentTarget.getBoundingClientRect()
    shown.showPopover()
    shown.style.left = `${Math.max(GAP, Math.min(left, innerWidth - shown.offsetWidth - GAP))}px`
    shown.style.top = `${bottom + GAP}px`
  }
  const hide = (): void => {
    if (tip.current?.matches(':popover-open')) tip.current.hidePopover()
  }
  return (
    <>
      <button
        type="button"
        className="termino"
        aria-describedby={id}
        onMouseEnter={show}
        onMouseLeave={hide}
        onFocus={show}
        onBlur={hide}
        onClick={show}
      >
        {children}
      </button>
      <span ref={tip} id={id} role="tooltip" popover="auto" className="explicacion">
        {means}
      </span>
    </>
  )
}
