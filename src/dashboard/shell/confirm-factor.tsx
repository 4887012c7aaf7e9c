// Asks for the second factor again, over whatever is shown: the request that was refused goes on afterwards (http §14.1).

import { useState } from 'react'
import { api } from '../api/client'
import { type Fault, toFault } from '../api/fault'
import { useApi, useInvalidate, useWrite } from '../api/query'
import { Button } from '../ui/button'
import { Dialog } from '../ui/dialog'
import { Form, FormActions } from '../ui/form'
import { CodeField } from './code-field'
import { FaultNotice } from './fault-notice'
import { canUsePasskeys, showPasskey } from './passkey'

export default function ConfirmFactor({ onDone, onClose }: { onDone: () => void; onClose: () => void }) {
  const [codigo, setCodigo] = useState('')
  const [tried, setTried] = useState<object | null>(null)
  const confirm = useWrite('POST /auth/segundo-factor/confirmar', 'GET /auth/segundo-factor')
  const { data: factor } = useApi('GET /auth/segundo-factor')
  const [showing, setShowing] = useState(false)
  const [stopped, setStopped] = useState<Fault | null>(null)
  const invalidate = useInvalidate()
  const fault = confirm.error ?? stopped
  const hasKeys = canUsePasskeys() && (factor?.data.llaves_acceso ?? 0) > 0
  const show = async (): Promise<void> => {
    setShowing(true)
    setStopped(null)
    confirm.reset()
    try {
      const { data } = await api('POST /auth/llaves-acceso/confirmar/comenzar')
      const credencial = await showPasskey(data.opciones)
      await api('POST /auth/llaves-acceso/confirmar', { body: { credencial } })
      void invalidate('GET /auth/segundo-factor')
      onDone()
    } catch (thrown) {
      setStopped(toFault(thrown))
      setShowing(false)
    }
  }
  const submit = (): void => {
    setTried({})
    setStopped(null)
    if (codigo && !confirm.isPending) confirm.mutate({ body: { codigo } }, { onSuccess: onDone })
  }
  return (
    <Dialog title="Confirme que es usted" onClose={onClose} typed={false}>
      <Form onSubmit={submit} fault={fault ?? tried}>
        <p>Este cambio pide su segundo factor. Después no se le pide por diez minutos.</p>
        {hasKeys && (
          <div>
            <Button busy={showing} onClick={() => void show()}>
              Usar una llave de acceso
            </Button>
          </div>
        )}
        <CodeField
          app={factor?.data.aplicacion ?? true}
          value={codigo}
          onChange={setCodigo}
          error={tried && !codigo ? 'Escriba el código' : fault?.of('codigo')}
        />
        {fault && <FaultNotice fault={fault} fields={['codigo']} />}
        <FormActions action="Confirmar" busy={confirm.isPending} onClose={onClose} />
      </Form>
    </Dialog>
  )
}
