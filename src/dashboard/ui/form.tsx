// A form: Enter sends it, and the first field found at fault takes the focus. What a field cannot read is not sent.

import { type ReactNode, useEffect, useRef } from 'react'
import { Button, type ButtonTone } from './button'

const FIELDS = 'input, select, textarea'

/**
 * In a dialog its first field has the focus, or what is marked `data-foco`. `fault`: whatever the last sending failed with;
 * another one moves the focus to the first field marked by it, unless the person went on elsewhere before the answer came.
 */
export function Form({
  onSubmit,
  onUnread,
  fault,
  children,
}: {
  onSubmit: () => void
  /** Sent while a field cannot be read: the form says what else it lacks, so that all is told at once. */
  onUnread?: () => void
  fault?: unknown
  children: ReactNode
}) {
  const form = useRef<HTMLFormElement>(null)
  /** The element with the focus when the form was sent, or since. */
  const stayed = useRef<Element | null>(null)
  useEffect(() => {
    if (!form.current?.closest('dialog')) return
    const marked = form.current.querySelector<HTMLElement>('[data-foco]')
    const first = marked ?? form.current.querySelector<HTMLElement>(FIELDS)
    first?.focus()
  }, [])
  useEffect(() => {
    const { activeElement: now, body } = document
    if (!fault || (stayed.current && now !== stayed.current && now !== body && stayed.current.isConnected))
      return
    form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
    stayed.current = document.activeElement
  }, [fault])
  return (
    <form
      ref={form}
      className="columna"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        stayed.current = document.activeElement
        const unread = [...event.currentTarget.querySelectorAll('input')].filter(
          ({ validity }) => validity.customError,
        )
        // Its field says what is wrong with it, which it does not while it is begun: so the focus comes first.
        unread[0]?.focus()
        for (const input of unread) input.checkValidity()
        if (unread.length) onUnread?.()
        else onSubmit()
      }}
    >
      {children}
    </form>
  )
}

/** The end of a form in a dialog: send it, or leave. */
export function FormActions({
  action,
  tone = 'primario',
  busy,
  onClose,
  first = false,
}: {
  action: string
  tone?: ButtonTone
  busy: boolean
  onClose: () => void
  /** The button has the focus first: the form is good as it comes. */
  first?: boolean
}) {
  return (
    <div className="acciones">
      <Button type="submit" tone={tone} busy={busy} data-foco={first || undefined}>
        {action}
      </Button>
      <Button onClick={onClose}>Volver</Button>
    </div>
  )
}
