// The actions on an answer: save its file, send it after all, or try again after a failure.

import { useMutation } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { api } from '../../api/client'
import { Fault } from '../../api/fault'
import { useInvalidate } from '../../api/query'
import { useSesion } from '../../api/sesion'
import { FaultNotice } from '../../shell/fault-notice'
import { SaveAnswer } from '../../shell/save-answer'
import { Button } from '../../ui/button'
import { Dialog } from '../../ui/dialog'
import { TextField } from '../../ui/field'
import { Form, FormActions } from '../../ui/form'
import { againOf, ESPERA, isMoving, type Respuesta } from './answer'

const READ = ['GET /v1/recibidos/:id', 'GET /v1/recibidos/respuestas', 'GET /v1/recibidos/trabajos'] as const

/** Has it leave: by its own job where that stopped, else by another for the same words. */
function useSend(respuesta: Respuesta) {
  const invalidate = useInvalidate()
  // The second press of a double click comes before the page knows of the first.
  const running = useRef<Promise<void> | null>(null)
  return useMutation<void, Fault, string>({
    async mutationFn(para) {
      running.current ??= send(respuesta, para)
      await running.current.finally(() => {
        running.current = null
      })
    },
    onSettled: () => invalidate(...READ),
  })
}

async function send(respuesta: Respuesta, para: string): Promise<void> {
  const { estado, job_id: jobId, documentos } = respuesta
  if (estado === 'fallida')
    try {
      await api('POST /v1/recibidos/trabajos/:jobId/reintentar', { params: { jobId } })
      return
    } catch (fault) {
      // Somebody discarded that job: the answer is there all the same.
      if (!(fault instanceof Fault) || fault.code !== 'INVALID_STATE') throw fault
    }
  const [first] = documentos
  if (first)
    await api('POST /v1/recibidos/:id/respuestas', {
      params: { id: first.id },
      query: ESPERA,
      body: againOf(respuesta, para),
    })
}

export function AnswerActions({ respuesta, what }: { respuesta: Respuesta; what: string }) {
  const { puede, soloMira } = useSesion()
  const [asking, setAsking] = useState(false)
  const send = useSend(respuesta)
  const { estado, sin_salida, firmada_en } = respuesta
  const stays = estado === 'fallida' || (sin_salida !== null && !isMoving(respuesta))
  const acts = stays && estado !== 'enviada' && puede('recibidos:gestionar') && !soloMira
  const verb = estado === 'fallida' ? 'Reintentar' : 'Enviar'
  return (
    <div className="acciones">
      {firmada_en && <SaveAnswer id={respuesta.id} what={what} />}
      {acts && (
        <Button
          small
          busy={send.isPending}
          aria-label={`${verb}: ${what}`}
          aria-haspopup={sin_salida === 'sin_direccion' ? 'dialog' : undefined}
          onClick={() => (sin_salida === 'sin_direccion' ? setAsking(true) : send.mutate(''))}
        >
          {sin_salida === 'sin_direccion' ? 'Enviar a…' : verb}
        </Button>
      )}
      {send.error && !asking && <FaultNotice fault={send.error} />}
      {asking && <Address {...{ what, send }} onClose={() => setAsking(false)} />}
    </div>
  )
}

function Address({
  what,
  send,
  onClose,
}: {
  what: string
  send: ReturnType<typeof useSend>
  onClose: () => void
}) {
  const [para, setPara] = useState('')
  return (
    <Dialog title={`Enviar: ${what}`} onClose={onClose}>
      <Form fault={send.error} onSubmit={() => !send.isPending && send.mutate(para, { onSuccess: onClose })}>
        <TextField
          type="email"
          label="Correo del emisor"
          hint="Vacío: se vuelve a buscar el suyo."
          autoComplete="off"
          value={para}
          onChange={setPara}
          error={send.error?.of('para')}
        />
        {send.error && <FaultNotice fault={send.error} fields={['para']} />}
        <FormActions action="Enviar" busy={send.isPending} onClose={onClose} />
      </Form>
    </Dialog>
  )
}
