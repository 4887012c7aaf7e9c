// Sends the document by mail, to its receiver or to whom it is said.

import { useState } from 'react'
import { createIdempotencyKey } from '../api/idempotency'
import { useWrite } from '../api/query'
import { useSesion } from '../api/sesion'
import { FaultNotice } from '../shell/fault-notice'
import { notify } from '../shell/notices'
import { Button } from '../ui/button'
import { Dialog } from '../ui/dialog'
import { TextField } from '../ui/field'
import type { Documento } from './estado'

export function MailDialog({ documento, onClose }: { documento: Documento; onClose: () => void }) {
  const { tipo_dte, folio, receptor } = documento
  const { envia_correo } = useSesion()
  const [email, setEmail] = useState(receptor?.email ?? '')
  const [asked, setAsked] = useState(false)
  const [clave, setClave] = useState(createIdempotencyKey)
  const send = useWrite('POST /v1/documentos/:tipo/:folio/enviar', 'GET /v1/documentos/:tipo/:folio')
  const submit = (): void => {
    setAsked(true)
    if (!email.trim()) return
    send.mutate(
      { params: { tipo: String(tipo_dte), folio: String(folio) }, body: { email: email.trim() }, clave },
      {
        onSuccess: ({ data }) => {
          notify({ tone: 'bien', title: `Correo a ${data.destinatario}: pedido` })
          onClose()
        },
      },
    )
  }
  return (
    <Dialog title="Enviar por correo" onClose={onClose}>
      <p>El correo lleva el PDF y el XML. Si salió o no se ve en la historia del documento.</p>
      {!envia_correo && (
        <p>Este servidor no envía correo: en simulación llega sólo a las casillas del simulador.</p>
      )}
      <TextField
        type="email"
        label="A quién"
        data-foco
        value={email}
        onChange={(text) => {
          setEmail(text)
          setClave(createIdempotencyKey())
        }}
        error={asked && !email.trim() ? 'Escriba un correo' : send.error?.of('email')}
        onKeyDown={(event) => event.key === 'Enter' && submit()}
      />
      {send.error && <FaultNotice fault={send.error} fields={['email']} />}
      <div className="acciones">
        <Button tone="primario" busy={send.isPending} onClick={submit}>
          Enviar
        </Button>
        <Button onClick={onClose}>Volver</Button>
      </div>
    </Dialog>
  )
}
