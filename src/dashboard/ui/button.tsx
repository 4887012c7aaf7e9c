// Buttons, and links that look like them.

import { type ButtonHTMLAttributes, type ReactNode, useEffect, useState } from 'react'
import { Link } from 'wouter'

export type ButtonTone = 'normal' | 'primario' | 'peligro' | 'liso'

interface Props extends ButtonHTMLAttributes<HTMLButtonElement> {
  tone?: ButtonTone
  small?: boolean
  /** At work: says so, and a click does nothing. It keeps the focus, which a disabled button would lose. */
  busy?: boolean
  /**
   * The text in place of its name after a while at work: `Emitiendo…`. Without it, three dots follow the
   * name.
   */
  waiting?: string
}

/** A quicker answer needs no word of waiting. */
const WAIT_MS = 400

function useLate(busy: boolean): boolean {
  const [late, setLate] = useState(false)
  useEffect(() => {
    if (!busy) return
    const timer = setTimeout(() => setLate(true), WAIT_MS)
    return () => {
      clearTimeout(timer)
      setLate(false)
    }
  }, [busy])
  return busy && late
}

const classOf = (tone: ButtonTone, small: boolean): string => `boton ${tone}${small ? ' chico' : ''}`

/** `type` is `button` unless said. One `primario` a view. */
export function Button({
  tone = 'normal',
  small = false,
  busy = false,
  waiting,
  onClick,
  children,
  ...rest
}: Props) {
  const late = useLate(busy)
  return (
    <button
      type="button"
      className={classOf(tone, small)}
      aria-disabled={busy || undefined}
      aria-busy={busy || undefined}
      onClick={(event) => (busy ? event.preventDefault() : onClick?.(event))}
      {...rest}
    >
      {late ? (waiting ?? <>{children}…</>) : children}
    </button>
  )
}

/** A way to another page; `href` is of the router, so within the company. */
export function LinkButton({
  href,
  tone = 'normal',
  small = false,
  children,
}: {
  href: string
  tone?: ButtonTone
  small?: boolean
  children: ReactNode
}) {
  return (
    <Link href={href} className={classOf(tone, small)}>
      {children}
    </Link>
  )
}
