// A secret that is shown this once: nothing but saying that it was kept closes the dialog.

import type { ReactNode } from 'react'
import { Button } from './button'
import { Dialog } from './dialog'

export function SecretDialog({
  title,
  kept = 'La guardé',
  onKept,
  children,
}: {
  title: string
  /** The button's words. */
  kept?: string
  onKept: () => void
  children: ReactNode
}) {
  return (
    <Dialog title={title} onClose={null} wide>
      {children}
      <div className="acciones">
        <Button tone="primario" onClick={onKept}>
          {kept}
        </Button>
      </div>
    </Dialog>
  )
}
