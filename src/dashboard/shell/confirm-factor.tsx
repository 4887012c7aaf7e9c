// Asks for the second factor again, over whatever is shown: the request that was refused goes on afterwards (http §14.1).

import { useState } from 'react'
import { useWrite } from '../api/query'
import { Dialog } from '../ui/dialog'
import { Form, FormActions } from '../ui/form'
import { CodeField } from './code-field'
import { FaultNotice } from './fault-notice'

export default function ConfirmFactor({ onDone, onClose }: { onDone: () => void; onClose: () => void }) {
  const [codigo, setCodigo] = useState('')
  const [tried, setTried] = useState<object | null>(null)
  const confirm = useWrite('POST /auth/segundo-factor/confirmar', 'GET /auth/segundo-factor')
  const fault = confirm.error
  const submit = (): void => {
    setTried({})
    if (codigo && !confirm.isPending) confirm.mutate({ body: { codigo } }, { onSuccess: onDone })
  }
  return (
    <Dialog title="Confirme que es usted" onClose={onClose} typed={false}>
      <Form onSubmit={submit} fault={fault ?? tried}>
        <p>Este cambio pide su segundo factor. Después no se le pide por diez minutos.</p>
        <CodeField
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
