// A form: Enter sends it, and the first field found at fault takes the focus.

import { type ReactNode, useEffect, useRef } from 'react'
import { Button, type ButtonTone } from './button'

const FIELDS = 'input, select, textarea'

/** In a dialog its first field has the focus. `fault`: whatever the last sending failed with; another one moves the focus to the first field marked by it. */
export function Form({
  onSubmit,
  fault,
  children,
}: {
  onSubmit: () => void
  fault?: unknown
  children: ReactNode
}) {
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    const first = form.current?.closest('dialog') && form.current.querySelector<HTMLElement>(FIELDS)
    first?.focus()
  }, [])
  useEffect(() => {
    if (fault) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [fault])
  return (
    <form
      ref={form}
      className="columna"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        onSubmit()
      }}
    >
      {children}
    </form>
  )
}

/** What ends a form in a dialog: send it, or leave. */
export function FormActions({
  action,
  tone = 'primario',
  busy,
  onClose,
}: {
  action: string
  tone?: ButtonTone
  busy: boolean
  onClose: () => void
}) {
  return (
    <div className="acciones">
      <Button type="submit" tone={tone} busy={busy}>
        {action}
      </Button>
      <Button onClick={onClose}>Volver</Button>
    </div>
  )
}
