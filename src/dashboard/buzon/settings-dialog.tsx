// Sets the mailbox. The password is in this form alone until it is sent: not in what the page keeps of requests either.

import { useState } from 'react'
import { api } from '../api/client'
import { type Fault, toFault } from '../api/fault'
import { useInvalidate } from '../api/query'
import { useSesion } from '../api/sesion'
import { FaultNotice } from '../shell/fault-notice'
import { notify } from '../shell/notices'
import { bindTo } from '../ui/bind'
import { Dialog } from '../ui/dialog'
import { SelectField, TextField } from '../ui/field'
import { Form, FormActions } from '../ui/form'
import { bodyOf, type Campo, type Draft, draftOf, missing } from './form'
import { ImapFields } from './imap-fields'
import { BUZON, type Buzon, TIPO } from './state'

const CAMPOS: readonly Campo[] = [
  'tipo',
  'host',
  'puerto',
  'seguridad',
  'usuario',
  'clave',
  'carpeta',
  'desde',
  'despues',
  'carpeta_procesados',
]

export function SettingsDialog({ buzon, onClose }: { buzon: Buzon | null; onClose: () => void }) {
  const { empresa } = useSesion()
  const [draft, setDraft] = useState(() => draftOf(buzon))
  const [busy, setBusy] = useState(false)
  const [fault, setFault] = useState<Fault | null>(null)
  const [tried, setTried] = useState<object | null>(null)
  const invalidate = useInvalidate()
  const lacks = missing(draft, buzon)
  const set = (patch: Partial<Draft>): void => setDraft({ ...draft, ...patch })
  const errorOf = (campo: Campo): string | undefined => (tried && lacks[campo]) || fault?.of(campo)
  const bind = bindTo(draft, set, errorOf)
  const faults = fault?.detalles ?? []
  const atFields = faults.length > 0 && faults.every(({ campo }) => CAMPOS.some((one) => one === campo))
  const submit = async (): Promise<void> => {
    if (busy) return
    setTried({})
    setFault(null)
    if (Object.keys(lacks).length) return
    setBusy(true)
    try {
      await api('PUT /v1/empresa/:id/buzon', { params: { id: empresa.id }, body: bodyOf(draft) })
    } catch (thrown) {
      setFault(toFault(thrown))
      setBusy(false)
      return
    }
    notify({ tone: 'bien', title: 'El buzón quedó guardado' })
    onClose()
    await invalidate(BUZON, 'GET /v1/empresa/:id/programacion', 'GET /v1/resumen')
  }
  return (
    <Dialog title={buzon ? 'Cambiar el buzón' : 'Configurar el buzón'} onClose={onClose}>
      <Form onSubmit={() => void submit()} fault={fault ?? tried}>
        {empresa.ambiente === 'simulacion' && (
          <SelectField label="Dónde está" options={TIPO} {...bind('tipo')} />
        )}
        {draft.tipo === 'imap' && <ImapFields {...{ draft, errorOf, buzon }} onChange={setDraft} />}
        <TextField
          label="Desde qué día"
          hint="Los mensajes anteriores no se miran. Sin día, todos los de la carpeta."
          type="date"
          optional
          {...bind('desde')}
        />
        {fault && !atFields && <FaultNotice fault={fault} fields={CAMPOS} />}
        <FormActions action="Guardar el buzón" busy={busy} onClose={onClose} />
      </Form>
    </Dialog>
  )
}
