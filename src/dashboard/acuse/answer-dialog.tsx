// Accepts or claims chosen documents at the SII: asked once, then watched until each of them has its answer.

import { useState } from 'react'
import type { AccionAcuse } from '../../domain/acuse'
import { createIdempotencyKey } from '../api/idempotency'
import { useWrite } from '../api/query'
import { Cost } from '../shell/cost'
import { FaultNotice } from '../shell/fault-notice'
import { WatchedOperation } from '../shell/operations'
import { Button } from '../ui/button'
import { Dialog } from '../ui/dialog'
import { SelectField } from '../ui/field'
import { Form, FormActions } from '../ui/form'
import { plural } from '../ui/format'
import { ACCIONES, consecuencia, llaveOf, type Pendiente } from './answer'

export function AnswerDialog({
  documentos,
  onDone,
  onClose,
}: {
  documentos: readonly Pendiente[]
  /** Every one has its answer, or the job stopped. */
  onDone: () => void
  onClose: () => void
}) {
  const [accion, setAccion] = useState<AccionAcuse>('ERM')
  const [clave, setClave] = useState(createIdempotencyKey)
  const [jobId, setJobId] = useState<string>()
  const send = useWrite('POST /v1/dte/acuse/lote', 'GET /v1/dte/acuse/trabajos')
  const submit = (): void => {
    if (send.isPending) return
    const cuerpo = { accion, documentos: documentos.map(llaveOf) }
    send.mutate({ cuerpo, clave }, { onSuccess: ({ data }) => setJobId(data.job_id) })
  }
  const title = `Responder ${plural(documentos.length, 'documento')}`
  if (jobId)
    return (
      <Dialog title={title} onClose={onClose}>
        <WatchedOperation base="/v1/dte/acuse" id={jobId} onEnded={onDone} />
        <p>Puede cerrar esta ventana: sigue solo, y queda a la vista en esta página.</p>
        <div className="acciones">
          <Button onClick={onClose}>Cerrar</Button>
        </div>
      </Dialog>
    )
  return (
    <Dialog title={title} onClose={onClose}>
      <Form onSubmit={submit} fault={send.error}>
        <SelectField
          label="Qué se registra en el SII"
          options={ACCIONES}
          value={accion}
          hint={consecuencia(accion)}
          onChange={(next) => {
            setAccion(next)
            setClave(createIdempotencyKey())
          }}
        />
        <Cost>
          Gasta {plural(documentos.length, 'consulta')} del plan: una por documento que el SII responde.
        </Cost>
        {send.error && <FaultNotice fault={send.error} />}
        <FormActions action="Registrar en el SII" busy={send.isPending} onClose={onClose} />
      </Form>
    </Dialog>
  )
}
