// A new webhook, or another address and other events for one.

import { useState } from 'react'
import type { DataOf } from '../api/client'
import { useWrite } from '../api/query'
import { FaultNotice } from '../shell/fault-notice'
import { bindTo } from '../ui/bind'
import { CheckList } from '../ui/check-list'
import { Dialog } from '../ui/dialog'
import { CheckField, TextField } from '../ui/field'
import { Form, FormActions } from '../ui/form'
import {
  bodyOf,
  draftOf,
  EVENTOS_POR_GRUPO,
  missing,
  type Webhook,
  type WebhookDraft,
  wordsOf,
} from './webhook-form'

const FIELDS = ['url', 'descripcion']

export function WebhookDialog({
  webhook,
  onMade,
  onClose,
}: {
  /** The one to change; none makes another. */
  webhook?: Webhook
  /** The new webhook, with the secret that is shown this once. */
  onMade?: (made: DataOf<'POST /v1/webhooks'>) => void
  onClose: () => void
}) {
  const [draft, setDraft] = useState<WebhookDraft>(() => draftOf(webhook))
  const [tried, setTried] = useState<object | null>(null)
  const create = useWrite('POST /v1/webhooks', 'GET /v1/webhooks')
  const update = useWrite('PUT /v1/webhooks/:id', 'GET /v1/webhooks', 'GET /v1/webhooks/:id')
  const change = (part: Partial<WebhookDraft>): void => setDraft((old) => ({ ...old, ...part }))
  const lacks = missing(draft)
  const fault = create.error ?? update.error
  const busy = create.isPending || update.isPending
  const bind = bindTo(draft, change, (path) => fault?.of(path))
  const submit = (): void => {
    setTried({})
    if (busy || Object.keys(lacks).length) return
    const body = bodyOf(draft)
    if (webhook) update.mutate({ params: { id: webhook.id }, body }, { onSuccess: onClose })
    else create.mutate({ body }, { onSuccess: ({ data }) => onMade?.(data) })
  }
  return (
    <Dialog title={webhook ? 'Cambiar el webhook' : 'Crear un webhook'} onClose={onClose} wide>
      <Form onSubmit={submit} fault={fault ?? tried}>
        <TextField
          label="Dirección"
          hint="Recibe un POST con cada evento, en JSON: https://erp.ejemplo.cl/hooks/dte"
          type="url"
          maxLength={2000}
          {...bind('url')}
          error={(tried ? lacks.url : undefined) ?? fault?.of('url')}
        />
        <TextField label="Descripción" optional maxLength={200} {...bind('descripcion')} />
        <CheckField
          label="Todos los eventos"
          hint="También los de versiones futuras."
          checked={draft.todos}
          onChange={(todos) => change({ todos })}
        />
        {!draft.todos && (
          <div className="grilla">
            {EVENTOS_POR_GRUPO.map(([name, eventos]) => (
              <CheckList
                key={name}
                legend={name}
                choices={eventos.map((id) => ({ id, label: wordsOf(id), hint: id }))}
                selected={draft.eventos}
                onChange={(chosen) => change({ eventos: chosen })}
              />
            ))}
          </div>
        )}
        {tried && lacks.eventos && (
          <p className="falta" role="alert">
            {lacks.eventos}
          </p>
        )}
        {fault && <FaultNotice fault={fault} fields={FIELDS} />}
        <FormActions
          action={webhook ? 'Guardar los cambios' : 'Crear el webhook'}
          busy={busy}
          onClose={onClose}
        />
      </Form>
    </Dialog>
  )
}
