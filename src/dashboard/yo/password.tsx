// A new password for oneself. Every other session ends with it.

import { type FormEvent, useState } from 'react'
import { useWrite } from '../api/query'
import { FaultNotice } from '../shell/fault-notice'
import { notify } from '../shell/notices'
import { Button } from '../ui/button'
import { TextField } from '../ui/field'

const FIELDS = ['actual', 'nueva']

export function Password() {
  const [actual, setActual] = useState('')
  const [nueva, setNueva] = useState('')
  const change = useWrite('PUT /auth/password', 'GET /auth/sesiones')
  const fault = change.error
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    if (change.isPending) return
    change.mutate(
      { body: { actual, nueva } },
      {
        onSuccess() {
          setActual('')
          setNueva('')
          notify({ tone: 'bien', title: 'Su contraseña cambió' })
        },
      },
    )
  }
  return (
    <section className="seccion">
      <h2>Contraseña</h2>
      <form className="columna" onSubmit={submit}>
        <TextField
          label="Contraseña actual"
          type="password"
          autoComplete="current-password"
          required
          value={actual}
          onChange={setActual}
          error={fault?.of('actual')}
        />
        <TextField
          label="Contraseña nueva"
          hint="Diez caracteres o más. Sus demás sesiones se cierran."
          type="password"
          autoComplete="new-password"
          required
          minLength={10}
          maxLength={200}
          value={nueva}
          onChange={setNueva}
          error={fault?.of('nueva')}
        />
        {fault && <FaultNotice fault={fault} fields={FIELDS} />}
        <div>
          <Button type="submit" busy={change.isPending}>
            Cambiar la contraseña
          </Button>
        </div>
      </form>
    </section>
  )
}
