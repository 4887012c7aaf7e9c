// The receiver, field by field.

import { useEffect, useState } from 'react'
import { Combobox } from '../ui/combobox'
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
  dispatch,
}: {
  receptor: Receiver
  kind: EmissionType['receptor']
  dispatch: Dispatch
}) {
  const field = useFields()
  const text = (name: ReceiverField, label: string, optional = false) => (
    <TextField
      {...field(`receptor.${name}`)}
      label={label}
      optional={optional}
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
        {!foreign && <ComunaField value={receptor.comuna} optional={!whole} dispatch={dispatch} />}
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

function ComunaField({
  value,
  optional,
  dispatch,
}: {
  value: string
  optional: boolean
  dispatch: Dispatch
}) {
  const { id, error, onBlur } = useFields()('receptor.comuna')
  const [typing, setTyping] = useState(false)
  const table = useComunas()
  const set = (comuna: string): void => dispatch({ do: 'receiver', field: 'comuna', value: comuna })
  return (
    <Combobox
      {...{ id, error, optional }}
      label="Comuna"
      text={value}
      onText={(text) => {
        setTyping(true)
        set(text)
      }}
      options={
        typing && table ? table.searchComunas(value, 8).map((nombre) => ({ id: nombre, label: nombre })) : []
      }
      onChoose={({ id: nombre }) => {
        setTyping(false)
        set(nombre)
      }}
      onBlur={() => {
        setTyping(false)
        const found = table?.findComuna(value)
        if (found && found !== value) set(found)
        onBlur()
      }}
    />
  )
}

/** The table of comunas, which most documents do not need: whoever is known has theirs. */
function useComunas() {
  const [table, setTable] = useState<typeof import('../../domain/comunas') | null>(null)
  useEffect(() => {
    let gone = false
    // Without it the name is typed, and the server says whether it is one.
    void import('../../domain/comunas').then(
      (loaded) => gone || setTable(loaded),
      () => {},
    )
    return () => {
      gone = true
    }
  }, [])
  return table
}
