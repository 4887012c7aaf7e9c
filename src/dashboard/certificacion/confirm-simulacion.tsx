// Nothing of a simulación is undone once it is at the SII: asked before.

import { ConfirmDialog } from '../ui/dialog'

/** `folios`: how many it takes, in words. */
export function ConfirmSimulacion({
  folios,
  busy,
  onConfirm,
  onClose,
}: {
  folios: string
  busy: boolean
  onConfirm: () => void
  onClose: () => void
}) {
  return (
    <ConfirmDialog
      title="Emitir la simulación en certificación"
      action="Emitir"
      danger={false}
      busy={busy}
      onConfirm={onConfirm}
      onClose={onClose}
    >
      <p>
        Toma {folios} y sube los documentos al SII en un solo envío. No se deshace: si algo está mal, se emite
        otra vez con otros folios.
      </p>
    </ConfirmDialog>
  )
}
