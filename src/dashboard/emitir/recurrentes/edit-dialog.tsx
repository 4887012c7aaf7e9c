// The rule and the settings of a series, changed: another rule counts from today, an untouched one goes on (areas/recurrentes §2).

import { useState } from 'react'
import { useWrite } from '../../api/query'
import type { Serie } from '../../api/routes.gen'
import { KeptWords } from '../../shell/kept-notice'
import { notify } from '../../shell/notices'
import { useKeptForm } from '../../shell/use-kept-form'
import { Dialog } from '../../ui/dialog'
import { Form, FormActions } from '../../ui/form'
import { Notice } from '../../ui/notice'
import { DatesPreview } from './dates-preview'
import { RuleFields } from './rule-fields'
import { draftOf, isOtherRule, lacks, type SerieDraft, settingsOf } from './rule-form'
import { SerieFault } from './serie-fault'
import { SERIES } from './words'

export function EditDialog({ serie, onClose }: { serie: Serie; onClose: () => void }) {
  const { id, nombre } = serie
  const [first] = useState(() => draftOf(serie))
  const form = useKeptForm<SerieDraft>('serie', id, first)
  const draft = form.form
  const [tried, setTried] = useState<object | null>(null)
  const change = useWrite('PUT /v1/recurrentes/:id', ...SERIES)
  const missing = tried ? lacks(draft) : {}
  const other = isOtherRule(draft, serie)
  const submit = (): void => {
    setTried({})
    if (change.isPending || Object.keys(lacks(draft)).length) return
    const { regla, ...settings } = settingsOf(draft)
    const done = (): void => {
      form.end()
      notify({ tone: 'bien', title: `La serie ${settings.nombre} se guardó` })
      onClose()
    }
    change.mutate({ params: { id }, body: { ...settings, ...(other && { regla }) } }, { onSuccess: done })
  }
  const close = (): void => {
    form.end()
    onClose()
  }
  return (
    <Dialog title={`Editar ${nombre}`} typed={form.state !== 'igual' || undefined} onClose={close} wide>
      <KeptWords {...form} />
      <Form onSubmit={submit} fault={change.error ?? (Object.keys(missing).length ? tried : null)}>
        <RuleFields draft={draft} missing={missing} fault={change.error} onChange={form.change} />
        {other && (
          <>
            <Notice tone="aviso" quiet>
              <p>
                Otra regla cuenta desde hoy. Con otro día, un mes que ya se cobró puede tener una fecha más:
                omítala después.
              </p>
            </Notice>
            <DatesPreview draft={draft} />
          </>
        )}
        {change.error && <SerieFault fault={change.error} solicitud={serie.solicitud} />}
        <FormActions action="Guardar" busy={change.isPending} onClose={onClose} />
      </Form>
    </Dialog>
  )
}
