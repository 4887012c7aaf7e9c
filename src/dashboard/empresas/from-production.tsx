// Out of `produccion` only after saying what it means: nothing that is issued from then on is real.

import type { Fault } from '../api/fault'
import { FaultNotice } from '../shell/fault-notice'
import { NOMBRE_AMBIENTE } from '../ui/ambiente'
import { ConfirmDialog } from '../ui/dialog'
import type { Empresa } from './company-form'

const A_DONDE = {
  simulacion: 'sólo al SII simulado de este servidor',
  certificacion: 'al SII de pruebas',
} as const

export function FromProduction({
  empresa,
  to,
  busy,
  fault,
  onConfirm,
  onClose,
}: {
  empresa: Empresa
  to: keyof typeof A_DONDE
  busy: boolean
  fault: Fault | null
  onConfirm: () => void
  onClose: () => void
}) {
  return (
    <ConfirmDialog
      title={`Pasar de producción a ${NOMBRE_AMBIENTE[to].toLowerCase()}`}
      action={`Pasar a ${NOMBRE_AMBIENTE[to].toLowerCase()}`}
      busy={busy}
      onConfirm={onConfirm}
      onClose={onClose}
    >
      <p>
        Desde ahora nada de lo que {empresa.razon_social} emita llega al SII como real: va {A_DONDE[to]} y no
        tiene valor tributario.
      </p>
      <p>
        Lo ya emitido en producción se conserva y sigue valiendo ante el SII; se mira eligiendo ese ambiente
        en el selector de empresas.
      </p>
      {fault && <FaultNotice fault={fault} />}
    </ConfirmDialog>
  )
}
