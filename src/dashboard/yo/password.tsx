// A new password for oneself. Every other session ends with it.

import { type FormEvent, useState } from 'react'
import { useWrite } from '../api/query'
import { FaultNotice } from '../shell/fault-notice'
import { notify } from '../shell/notices'
import { Button } from '../ui/button'
import { TextField } from '../ui/field'

const FIELDS = ['actual', 'nueva']
const LEAST = 10

export function Password() {
  const [actual, setActual] = useState('')
  const [nueva, setNueva] = useState('')
  const [tried, setTried] = useState(false)
  const change = useWrite('PUT /auth/password', 'GET /auth/sesiones')
  const fault = change.error
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    setTried(true)
    if (change.isPending || !actual || nueva.length < LEAST) return
    change.mutate(
      { body: { actual, nueva } },
      {
        onSuccess() {
          setTried(false)
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
      <form className="columna" noValidate onSubmit={submit}>
        <TextField
          label="Contraseña actual"
          type="password"
          autoComplete="current-password"
          required
          value={actual}
          onChange={setActual}
          error={tried && !actual ? 'Escriba su contraseña actual' : fault?.of('actual')}
        />
        <TextField
          label="Contraseña nueva"
          hint="Diez caracteres o más. Sus demás sesiones se cierran."
          type="password"
          autoComplete="new-password"
          required
          maxLength={200}
          value={nueva}
          onChange={setNueva}
          error={tried && nueva.length < LEAST ? 'Diez caracteres o más' : fault?.of('nueva')}
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
