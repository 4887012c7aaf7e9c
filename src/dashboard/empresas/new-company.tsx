// A company of the account, the first or another; it begins in `simulacion`.

import { useState } from 'react'
import { useWrite } from '../api/query'
import { FaultNotice } from '../shell/fault-notice'
import { notify } from '../shell/notices'
import { Dialog } from '../ui/dialog'
import { Form, FormActions } from '../ui/form'
import { RutField } from '../ui/rut-field'
import { Autofill } from './autofill'
import { REQUERIDOS, RequiredFields } from './company-fields'
import { type CompanyDraft, draftOf, fillEmpty, missingOf, newBody, placed } from './company-form'

export function NewCompany({
  first = false,
  onCreated,
  onClose,
}: {
  /** There is no company yet, on whose plan something could be looked up. */
  first?: boolean
  onCreated: (empresa: { id: string; rut: string }) => void
  onClose: () => void
}) {
  const [rut, setRut] = useState<string | null>(null)
  const [draft, setDraft] = useState<CompanyDraft>(() => draftOf())
  const [tried, setTried] = useState<object | null>(null)
  const create = useWrite('POST /v1/empresa', 'GET /v1/empresa', 'GET /auth/me')
  const fault = create.error
  const lacks = missingOf(rut, draft)
  const missing = tried ? lacks : {}
  const submit = (): void => {
    setTried({})
    if (create.isPending || !rut || Object.keys(lacks).length) return
    create.mutate(
      { body: newBody(rut, draft) },
      {
        onSuccess: ({ data }) => {
          notify({ tone: 'bien', title: `${data.razon_social} se creó, en simulación` })
          onCreated(data)
        },
      },
    )
  }
  return (
    <Dialog title="Crear una empresa" onClose={onClose} wide>
      <Form onSubmit={submit} onUnread={() => setTried({})} fault={fault ?? tried}>
        <p>Empieza en simulación: nada llega al SII hasta que usted la pase a otro ambiente.</p>
        <div className="grilla">
          <RutField label="RUT" value={rut} onChange={setRut} error={missing.rut ?? fault?.of('rut')} />
        </div>
        {!first && (
          <Autofill
            rut={rut}
            onKnown={(known) => setDraft((old) => ({ ...old, ...fillEmpty(old, known) }))}
          />
        )}
        <div className="grilla">
          <RequiredFields
            draft={draft}
            onChange={(part) => setDraft((old) => ({ ...old, ...part }))}
            {...{ fault, missing }}
          />
        </div>
        {fault && <FaultNotice fault={fault} fields={placed(fault, [...REQUERIDOS, 'rut'])} />}
        <FormActions action="Crear la empresa" busy={create.isPending} onClose={onClose} />
      </Form>
    </Dialog>
  )
}
