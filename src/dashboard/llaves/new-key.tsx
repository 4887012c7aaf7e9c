// A new key: for which company, what it may, until when, from where.

import { useState } from 'react'
import { AMBIENTES } from '../../domain/ambiente'
import type { ReplyOf } from '../api/client'
import { useWrite } from '../api/query'
import { useSesion } from '../api/sesion'
import { FaultNotice } from '../shell/fault-notice'
import { NOMBRE_AMBIENTE } from '../ui/ambiente'
import { bindTo } from '../ui/bind'
import { Dialog } from '../ui/dialog'
import { SelectField, TextArea, TextField } from '../ui/field'
import { Form, FormActions } from '../ui/form'
import { PermissionList } from '../ui/permission-list'
import {
  bodyOf,
  type KeyDraft,
  missing,
  newDraft,
  PRESETS,
  type Preset,
  presetOf,
  scopesOf,
} from './key-form'

const FIELDS = ['nombre', 'empresa_id', 'expires_at', 'scopes']

export function NewKey({
  onMade,
  onClose,
}: {
  onMade: (made: ReplyOf<'POST /v1/apikeys'>['data']) => void
  onClose: () => void
}) {
  const { empresa, empresas, permisos } = useSesion()
  const [draft, setDraft] = useState<KeyDraft>(() => newDraft(empresa, permisos, new Date()))
  const [tried, setTried] = useState<object | null>(null)
  const create = useWrite('POST /v1/apikeys', 'GET /v1/apikeys')
  const change = (part: Partial<KeyDraft>): void => setDraft((old) => ({ ...old, ...part }))
  const lacks = missing(draft)
  const fault = create.error
  const preset = presetOf(draft.scopes, permisos)
  const bind = bindTo(draft, change, (path) => fault?.of(path))
  const submit = (): void => {
    setTried({})
    if (create.isPending || Object.keys(lacks).length) return
    create.mutate({ body: bodyOf(draft) }, { onSuccess: ({ data }) => onMade(data) })
  }
  const ofAddresses = fault?.detalles.find(({ campo }) => campo.startsWith('ips'))
  return (
    <Dialog title="Crear una llave" onClose={onClose} wide>
      <Form onSubmit={submit} fault={fault ?? tried}>
        <TextField
          label="Nombre"
          hint="Quién la usará: «ERP de la casa matriz»."
          maxLength={100}
          {...bind('nombre')}
          error={(tried ? lacks.nombre : undefined) ?? fault?.of('nombre')}
        />
        <div className="grilla">
          <SelectField
            label="Empresa"
            options={empresas.map(({ id, razon_social }) => [id, razon_social] as const)}
            value={draft.empresaId}
            onChange={(empresaId) => {
              const chosen = empresas.find(({ id }) => id === empresaId)
              change({ empresaId, ...(chosen && { ambiente: chosen.ambiente }) })
            }}
            error={fault?.of('empresa_id')}
          />
          <SelectField
            label="Ambiente"
            options={AMBIENTES.map((one) => [one, NOMBRE_AMBIENTE[one]] as const)}
            {...bind('ambiente')}
          />
          <TextField
            label="Último día"
            optional
            type="date"
            hint="Vacío: no vence."
            {...bind('hasta', 'expires_at')}
          />
        </div>
        <SelectField<Preset>
          label="Qué puede hacer"
          options={[
            ...PRESETS.map(([id, words]) => [id, words] as const),
            ...(preset === 'medida' ? [['medida', 'A medida'] as const] : []),
          ]}
          value={preset}
          onChange={(chosen) => change({ scopes: scopesOf(chosen, permisos) })}
          error={tried ? lacks.scopes : undefined}
        />
        <PermissionList
          offered={permisos}
          selected={draft.scopes}
          onChange={(scopes) => change({ scopes })}
        />
        <TextArea
          label="Direcciones desde las que se admite"
          optional
          hint="Una por línea, IPv4, IPv6 o rango: 203.0.113.0/24. Vacío: desde cualquiera."
          rows={2}
          {...bind('ips')}
          error={ofAddresses?.mensaje}
        />
        {fault && (
          <FaultNotice fault={fault} fields={[...FIELDS, ...(ofAddresses ? [ofAddresses.campo] : [])]} />
        )}
        <FormActions action="Crear la llave" busy={create.isPending} onClose={onClose} />
      </Form>
    </Dialog>
  )
}
