// A modal dialog on the platform's own: the browser keeps the focus inside, makes the rest inert and gives the focus back.

import { type ReactNode, useId, useLayoutEffect, useRef } from 'react'
import { Button } from './button'

interface Props {
  title: string
  /** Escape and the cross ask for it; null, when it must be answered. */
  onClose: (() => void) | null
  children: ReactNode
  wide?: boolean
  /** Near the top of the window, without a visible title: the palette. */
  bare?: boolean
}

/** Open as long as it is rendered. The control marked `data-foco` has the focus first. */
export function Dialog({ title, onClose, children, wide, bare }: Props) {
  const ref = useRef<HTMLDialogElement>(null)
  const id = useId()
  useLayoutEffect(() => {
    const dialog = ref.current
    dialog?.showModal()
    // The browser begins at the cross; a dialog that asks for something begins there.
    dialog?.querySelector<HTMLElement>('[data-foco]')?.focus()
    // Closed before it leaves the page, else the focus is not given back.
    return () => dialog?.close()
  }, [])
  return (
    <dialog
      ref={ref}
      aria-labelledby={id}
      className={`dialogo${wide ? ' ancho' : ''}${bare ? ' arriba' : ''}`}
      onCancel={(event) => {
        event.preventDefault()
        onClose?.()
      }}
      onKeyDown={(event) => {
        // A browser lets the second Escape through whatever `cancel` says.
        if (event.key !== 'Escape') return
        event.preventDefault()
        if (onClose) onClose()
      }}
    >
      <div className={bare ? 'solo-lector' : 'cabeza'}>
        <h2 id={id}>{title}</h2>
        {!bare && onClose && (
          <Button tone="liso" aria-label="Cerrar" onClick={onClose}>
            ✕
          </Button>
        )}
      </div>
      <div className="cuerpo">{children}</div>
    </dialog>
  )
}

/** Asks before what cannot be undone. `action` is the verb on the button. */
export function ConfirmDialog({
  title,
  children,
  action,
  danger = true,
  busy = false,
  onConfirm,
  onClose,
}: {
  title: string
  children: ReactNode
  action: string
  danger?: boolean
  busy?: boolean
  onConfirm: () => void
  onClose: () => void
}) {
  return (
    <Dialog title={title} onClose={onClose}>
      {children}
      <div className="acciones">
        <Button tone={danger ? 'peligro' : 'primario'} busy={busy} onClick={onConfirm}>
          {action}
        </Button>
        <Button onClick={onClose}>Volver</Button>
      </div>
    </Dialog>
  )
}
