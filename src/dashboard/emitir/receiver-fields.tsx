// The receiver, field by field.

import { useState } from 'react'
import { ComunaField } from '../ui/comuna-field'
import { TextField } from '../ui/field'
import { useFields } from './fields'
import type { Receiver, ReceiverField } from './form'
import type { Dispatch } from './reducer'
import type { EmissionType } from './types'

const MAX: Readonly<Record<ReceiverField, number>> = {
  ...{ rut: 12, razon_social: 100, giro: 40, direccion: 70, comuna: 20 },
  ...{ ciudad: 20, email: 80, contacto: 80, codigo_interno: 20 },
}

const MORE = ['email', 'contacto', 'codigo_interno'] as const

export function ReceiverFields({
  receptor,
  kind,
  deCliente,
  dispatch,
}: {
  receptor: Receiver
  kind: EmissionType['receptor']
  /** The fields that came from the customer. */
  deCliente: ReadonlySet<string>
  dispatch: Dispatch
}) {
  const field = useFields()
  const text = (name: ReceiverField, label: string, optional = false) => (
    <TextField
      {...field(`receptor.${name}`)}
      label={label}
      optional={optional}
      hint={deCliente.has(name) ? 'Del cliente' : undefined}
      autoComplete="off"
      maxLength={MAX[name]}
      value={receptor[name]}
      onChange={(value) => dispatch({ do: 'receiver', field: name, value })}
    />
  )
  const whole = kind === 'completo'
  const foreign = kind === 'extranjero'
  const [open, setOpen] = useState(() => MORE.some((name) => receptor[name]))
  if (!open && MORE.some((name) => field(`receptor.${name}`).error)) setOpen(true)
  return (
    <>
      <div className="grilla">
        {!foreign && text('rut', 'RUT', kind === 'opcional')}
        {text('razon_social', 'Razón social', kind === 'opcional')}
        {text('giro', 'Giro', !whole)}
        {text('direccion', 'Dirección', !whole && !foreign)}
        {!foreign && (
          <ComunaField
            {...field('receptor.comuna')}
            optional={!whole}
            value={receptor.comuna}
            onChange={(comuna) => dispatch({ do: 'receiver', field: 'comuna', value: comuna })}
          />
        )}
        {text('ciudad', 'Ciudad', !foreign)}
      </div>
      <details open={open} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
        <summary>Correo, contacto y código</summary>
        <div className="grilla">
          {text('email', 'Correo', true)}
          {text('contacto', 'Contacto', true)}
          {text('codigo_interno', 'Código interno', true)}
        </div>
      </details>
    </>
  )
}
