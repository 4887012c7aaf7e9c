// Into `produccion` only after typing the company's RUT: from then on documents are real (dashboard §11).

import { useState } from 'react'
import type { Fault } from '../api/fault'
import { FaultNotice } from '../shell/fault-notice'
import { Dialog } from '../ui/dialog'
import { TextField } from '../ui/field'
import { Form, FormActions } from '../ui/form'
import { formatRut } from '../ui/format'
import { type Empresa, isRutOf } from './company-form'

export function ToProduction({
  empresa,
  busy,
  fault,
  onConfirm,
  onClose,
}: {
  empresa: Empresa
  busy: boolean
  fault: Fault | null
  onConfirm: () => void
  onClose: () => void
}) {
  const [typed, setTyped] = useState('')
  const [wrong, setWrong] = useState<object | null>(null)
  return (
    <Dialog title="Pasar a producción" onClose={onClose}>
      <p>
        Desde ahora cada documento que {empresa.razon_social} emita llega al SII y tiene valor tributario.
        Folios, certificado y llaves son los de producción: los de pruebas no sirven ahí.
      </p>
      <Form
        fault={wrong ?? fault}
        onSubmit={() => {
          if (isRutOf(typed, empresa)) onConfirm()
          else setWrong({})
        }}
      >
        <TextField
          label={`Escriba el RUT de la empresa, ${formatRut(empresa.rut)}`}
          autoComplete="off"
          value={typed}
          onChange={setTyped}
          error={wrong && !isRutOf(typed, empresa) ? 'No es el RUT de esta empresa' : undefined}
        />
        {fault && <FaultNotice fault={fault} />}
        <FormActions action="Pasar a producción" tone="peligro" busy={busy} onClose={onClose} />
      </Form>
    </Dialog>
  )
}
