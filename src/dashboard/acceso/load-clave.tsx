// Loads a clave tributaria. It is in this form alone until it is sent: not in what the page keeps of requests either.

import { useState } from 'react'
import { api, type BodyOf } from '../api/client'
import { type Fault, toFault } from '../api/fault'
import { useInvalidate } from '../api/query'
import { useSesion } from '../api/sesion'
import { FaultNotice } from '../shell/fault-notice'
import { notify } from '../shell/notices'
import { Button } from '../ui/button'
import { Dialog } from '../ui/dialog'
import { TextField } from '../ui/field'
import { Form } from '../ui/form'
import { RutField } from '../ui/rut-field'
import { PORTAL } from './method'

export function LoadClave({ onClose }: { onClose: () => void }) {
  const { empresa } = useSesion()
  const [rut, setRut] = useState<string | null>(empresa.rut)
  const [clave, setClave] = useState('')
  const [busy, setBusy] = useState(false)
  const [fault, setFault] = useState<Fault | null>(null)
  const [tried, setTried] = useState<object | null>(null)
  const invalidate = useInvalidate()
  const send = async (body: BodyOf<'PUT /v1/empresa/:id/portal/clave'>): Promise<void> => {
    if (busy) return
    setBusy(true)
    setFault(null)
    try {
      await api('PUT /v1/empresa/:id/portal/clave', { params: { id: empresa.id }, body })
      setClave('')
      notify({
        tone: 'bien',
        title: 'La clave quedó cargada',
        text: 'Pruébela para saber si el SII la acepta.',
      })
      onClose()
      await invalidate(PORTAL)
    } catch (thrown) {
      setFault(toFault(thrown))
      setBusy(false)
    }
  }
  const submit = (): void => {
    setTried({})
    if (rut && clave) void send({ rut, clave })
  }
  return (
    <Dialog title="Cargar la clave tributaria" onClose={onClose}>
      <Form onSubmit={submit} fault={fault ?? tried}>
        <RutField
          label="RUT"
          hint="De quién es la clave: la empresa, o una persona autorizada por ella en el SII."
          value={rut}
          onChange={setRut}
          error={tried && !rut ? 'Escriba de quién es' : fault?.of('rut')}
        />
        <TextField
          label="Clave tributaria"
          hint="La del sitio del SII. Queda cifrada en el servidor y no vuelve a mostrarse."
          type="password"
          autoComplete="new-password"
          maxLength={50}
          value={clave}
          onChange={setClave}
          data-foco
          error={tried && !clave ? 'Escriba la clave' : fault?.of('clave')}
        />
        {fault && <FaultNotice fault={fault} fields={['rut', 'clave']} />}
        <div className="acciones">
          <Button type="submit" tone="primario" busy={busy}>
            Cargar la clave
          </Button>
          {empresa.ambiente === 'simulacion' && (
            <Button busy={busy} onClick={() => void send({ simulado: true })}>
              Usar una simulada
            </Button>
          )}
          <Button onClick={onClose}>Volver</Button>
        </div>
      </Form>
    </Dialog>
  )
}
