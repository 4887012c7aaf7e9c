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
import { formatPesos, plural } from '../ui/format'
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
  // Nothing is chosen for the person: none of them can be undone.
  const [accion, setAccion] = useState<AccionAcuse | ''>('')
  const [tried, setTried] = useState<object | null>(null)
  const [clave, setClave] = useState(createIdempotencyKey)
  const [jobId, setJobId] = useState<string>()
  const [ended, setEnded] = useState(false)
  const send = useWrite('POST /v1/dte/acuse/lote', 'GET /v1/dte/acuse/trabajos')
  const submit = (): void => {
    setTried({})
    if (send.isPending || accion === '') return
    const body = { accion, documentos: documentos.map(llaveOf) }
    send.mutate({ body, clave }, { onSuccess: ({ data }) => setJobId(data.job_id) })
  }
  const end = (): void => {
    setEnded(true)
    onDone()
  }
  const suma = formatPesos(documentos.reduce((sum, { monto_total }) => sum + monto_total, 0))
  const emisores = new Set(documentos.map(({ rut_emisor }) => rut_emisor)).size
  const title = `Responder ${plural(documentos.length, 'documento')}`
  if (jobId)
    return (
      <Dialog title={title} onClose={onClose}>
        <WatchedOperation base="/v1/dte/acuse" id={jobId} onEnded={end} />
        {!ended && <p>Puede cerrar esta ventana: sigue solo, y queda a la vista en esta página.</p>}
        <div className="acciones">
          <Button onClick={onClose}>Cerrar</Button>
        </div>
      </Dialog>
    )
  return (
    <Dialog title={title} onClose={onClose}>
      <Form onSubmit={submit} fault={send.error ?? tried}>
        <p>
          <strong>
            {plural(documentos.length, 'documento')} por {suma}
          </strong>{' '}
          de {plural(emisores, 'emisor', 'emisores')}.
        </p>
        <SelectField
          label="Qué se registra en el SII"
          options={[['', 'Elija qué responder'], ...ACCIONES]}
          value={accion}
          hint={accion && consecuencia(accion)}
          error={tried && accion === '' ? 'Elija qué se registra' : undefined}
          onChange={(next) => {
            setAccion(next)
            setClave(createIdempotencyKey())
          }}
        />
        <Cost>
          Gasta {plural(documentos.length, 'consulta')} al SII: una por documento que el SII responde.
        </Cost>
        {send.error && <FaultNotice fault={send.error} />}
        <FormActions
          action={`Registrar ${documentos.length} en el SII, por ${suma}`}
          busy={send.isPending}
          onClose={onClose}
        />
      </Form>
    </Dialog>
  )
}
