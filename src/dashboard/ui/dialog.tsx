// A modal dialog on the platform's own: the browser keeps the focus inside, makes the rest inert and gives the focus back.

import { type ReactNode, useId, useLayoutEffect, useRef, useState } from 'react'
import { Button } from './button'
import { Notice } from './notice'

interface Props {
  title: string
  /** Escape and the cross ask for it, once a person said that what was typed may go; null, when it must be answered. */
  onClose: (() => void) | null
  children: ReactNode
  wide?: boolean
  /**
   * Whether text typed on the way here goes with it; false when nothing typed in it is lost, as in a search.
   */
  typed?: boolean | undefined
  /** Near the top of the window, without a visible title: the palette. */
  bare?: boolean
}

/** Open as long as it is rendered. The control marked `data-foco` has the focus first. */
export function Dialog({ title, onClose, children, wide, typed, bare }: Props) {
  const ref = useRef<HTMLDialogElement>(null)
  const id = useId()
  const [asking, setAsking] = useState(false)
  /** Each field that was gone to, and what it held. */
  const before = useRef(new Map<HTMLInputElement | HTMLTextAreaElement, string>())
  const close =
    onClose &&
    (() => {
      const isTyped = ([field, held]: [HTMLInputElement | HTMLTextAreaElement, string]): boolean =>
        field.isConnected && field.value !== held
      if (typed ?? [...before.current].some(isTyped)) setAsking(true)
      else onClose()
    })
  useLayoutEffect(() => {
    const dialog = ref.current
    dialog?.showModal()
    // The browser begins at the cross; a dialog that asks for something begins there.
    dialog?.querySelector<HTMLElement>('[data-foco]')?.focus()
    // Closed before it leaves the page, else the focus is not given back.
    return () => {
      dialog?.close()
      // The opener may be gone, as the button of an ended selection.
      const { activeElement: now, body } = document
      if (now === body || dialog?.contains(now)) document.querySelector<HTMLElement>('main h1')?.focus()
    }
  }, [])
  return (
    <dialog
      ref={ref}
      aria-labelledby={id}
      className={`dialogo${wide ? ' ancho' : ''}${bare ? ' arriba' : ''}`}
      onFocus={(event) => {
        const field: EventTarget = event.target
        if (!(field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement)) return
        // A file is chosen again by a click.
        if (field.type !== 'file' && !before.current.has(field)) before.current.set(field, field.value)
      }}
      onCancel={(event) => {
        // Choosing no file after all cancels that choice alone, and its event bubbles up to here.
        if (event.target !== event.currentTarget) return
        event.preventDefault()
        close?.()
      }}
      onKeyDown={(event) => {
        // A browser lets the second Escape through whatever `cancel` says.
        if (event.key !== 'Escape') return
        event.preventDefault()
        // Asked whether to leave, Escape is no.
        if (asking) setAsking(false)
        else close?.()
      }}
    >
      <div className={bare ? 'solo-lector' : 'cabeza'}>
        <h2 id={id}>{title}</h2>
        {!bare && close && (
          <Button tone="liso" aria-label="Cerrar" onClick={close}>
            ✕
          </Button>
        )}
      </div>
      {asking && onClose && <Leaving onLeave={onClose} onStay={() => setAsking(false)} />}
      <div className="cuerpo">{children}</div>
    </dialog>
  )
}

/** In the dialog, not above it: what was typed stays in view. The focus is on staying, and goes back where it was. */
function Leaving({ onLeave, onStay }: { onLeave: () => void; onStay: () => void }) {
  const ref = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const was = document.activeElement
    ref.current?.querySelector('button')?.focus()
    return () => {
      if (was instanceof HTMLElement && was.isConnected) was.focus()
    }
  }, [])
  return (
    <div ref={ref} className="saliendo">
      <Notice tone="aviso" title="¿Cerrar sin guardar lo escrito?">
        <div className="acciones">
          <Button small onClick={onStay}>
            Seguir escribiendo
          </Button>
          <Button small tone="peligro" onClick={onLeave}>
            Descartar lo escrito
          </Button>
        </div>
      </Notice>
    </div>
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
