// Accepts or claims chosen documents at the SII: asked once, then watched until each of them has its answer.

import { useEffect, useState } from 'react'
import type { AccionAcuse } from '../../domain/acuse'
import { createIdempotencyKey } from '../api/idempotency'
import { useApi, useInvalidate, useWrite } from '../api/query'
import { FaultNotice } from '../shell/fault-notice'
import { Button } from '../ui/button'
import { Dialog } from '../ui/dialog'
import { SelectField } from '../ui/field'
import { Form, FormActions } from '../ui/form'
import { plural } from '../ui/format'
import { Notice } from '../ui/notice'
import { shortName } from '../ui/tipo'
import { ACCIONES, consecuencia, llaveOf, type Pendiente, type Resultado } from './answer'

const EVERY_MS = 1000
const UNDER_WAY: readonly string[] = ['pending', 'processing']

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
  const send = useWrite('POST /v1/dte/acuse/lote')
  const submit = (): void => {
    if (send.isPending) return
    const cuerpo = { accion, documentos: documentos.map(llaveOf) }
    send.mutate({ cuerpo, clave }, { onSuccess: ({ data }) => setJobId(data.job_id) })
  }
  const title = `Responder ${plural(documentos.length, 'documento')}`
  if (jobId) return <Watched {...{ jobId, title, onDone, onClose }} />
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
        <p>Gasta {plural(documentos.length, 'consulta')} del plan: una por documento que el SII responde.</p>
        {send.error && <FaultNotice fault={send.error} />}
        <FormActions action="Registrar en el SII" busy={send.isPending} onClose={onClose} />
      </Form>
    </Dialog>
  )
}

/** A batch under way, and what came of it. It goes on without the dialog. */
function Watched({
  jobId,
  title,
  onDone,
  onClose,
}: {
  jobId: string
  title: string
  onDone: () => void
  onClose: () => void
}) {
  const invalidate = useInvalidate()
  const query = useApi(
    'GET /v1/dte/acuse/trabajos/:jobId',
    { ruta: { jobId } },
    { cada: (answer) => (answer && !UNDER_WAY.includes(answer.data.estado) ? false : EVERY_MS) },
  )
  const job = query.data?.data
  const ended = job !== undefined && !UNDER_WAY.includes(job.estado)
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when it has ended
  useEffect(() => {
    if (!ended) return
    onDone()
    void invalidate('GET /v1/dte/acuse/pendientes', 'GET /v1/dte/acuse', 'GET /v1/cuenta/uso')
  }, [ended])
  const result = job?.result as Resultado | null | undefined
  return (
    <Dialog title={title} onClose={onClose}>
      <div className="columna">
        {query.error && <FaultNotice fault={query.error} />}
        {!ended && (
          <p role="status">
            {job?.progreso ? `Van ${job.progreso.hechos} de ${job.progreso.total}…` : 'En camino al SII…'}{' '}
            Puede cerrar esta ventana: sigue solo.
          </p>
        )}
        {job?.error && (
          <Notice tone={ended ? 'mal' : 'aviso'} title={job.error.error}>
            {job.error.accion}
          </Notice>
        )}
        {result && <Outcome result={result} ended={ended} />}
        <div className="acciones">
          <Button onClick={onClose}>Cerrar</Button>
        </div>
      </div>
    </Dialog>
  )
}

function Outcome({ result, ended }: { result: Resultado; ended: boolean }) {
  const refused = result.documentos.filter(({ estado }) => estado === 'rehusado')
  const done = result.registrados + result.repetidos
  return (
    <>
      {done > 0 && (
        <Notice tone="bien" title={`${plural(done, 'documento')} en el registro del SII`}>
          {result.repetidos > 0 && `${result.repetidos} ya lo estaba desde antes.`}
        </Notice>
      )}
      {refused.length > 0 && (
        <Notice tone="mal" title={`El SII no admitió ${plural(refused.length, 'documento')}`}>
          <ul>
            {refused.map(({ rut_emisor, tipo_dte, folio, glosa, causa }) => (
              <li key={`${rut_emisor} ${tipo_dte} ${folio}`}>
                {shortName(tipo_dte)} N° {folio}: {causa ?? glosa}
              </li>
            ))}
          </ul>
        </Notice>
      )}
      {ended && result.pendientes > 0 && (
        <Notice tone="aviso" title={`Sin responder: ${plural(result.pendientes, 'documento')}`}>
          Reintente el trabajo, o respóndalos otra vez desde la lista.
        </Notice>
      )}
    </>
  )
}
