// Voids a guide by a mark: the SII is not told, and nothing may be invoiced of it.

import { useState } from 'react'
import { createIdempotencyKey } from '../api/idempotency'
import { useWrite } from '../api/query'
import { FaultNotice } from '../shell/fault-notice'
import { notify } from '../shell/notices'
import { Dialog } from '../ui/dialog'
import { TextField } from '../ui/field'
import { Form, FormActions } from '../ui/form'
import type { Guia } from './groups'

export function VoidDialog({
  guia: { folio },
  onVoided,
  onClose,
}: {
  guia: Guia
  onVoided: () => void
  onClose: () => void
}) {
  const [motivo, setMotivo] = useState('')
  const [asked, setAsked] = useState(false)
  const [clave, setClave] = useState(createIdempotencyKey)
  const send = useWrite(
    'POST /v1/dte/guias/:folio/anular',
    ...(['GET /v1/dte/guias', 'GET /v1/documentos', 'GET /v1/documentos/:tipo/:folio'] as const),
  )
  const missing = asked && !motivo.trim() ? 'Diga por qué se anula' : undefined
  const submit = (): void => {
    setAsked(true)
    if (!motivo.trim() || send.isPending) return
    send.mutate(
      { params: { folio: String(folio) }, body: { motivo: motivo.trim() }, clave },
      {
        onSuccess: () => {
          notify({ tone: 'bien', title: `Guía de despacho N° ${folio}: anulada` })
          onVoided()
          onClose()
        },
      },
    )
  }
  return (
    <Dialog title={`Anular la guía N° ${folio}`} onClose={onClose}>
      <Form onSubmit={submit} fault={missing ?? send.error}>
        <p>La guía queda anulada aquí y no podrá facturarse. El SII no recibe nada.</p>
        <TextField
          label="Motivo"
          maxLength={90}
          autoComplete="off"
          value={motivo}
          error={missing ?? send.error?.of('motivo')}
          onChange={(text) => {
            setMotivo(text)
            setClave(createIdempotencyKey())
          }}
        />
        {send.error && <FaultNotice fault={send.error} fields={['motivo']} />}
        <FormActions action="Anular la guía" tone="peligro" busy={send.isPending} onClose={onClose} />
      </Form>
    </Dialog>
  )
}
