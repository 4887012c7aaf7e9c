// Registering a passkey: its name, the password, what the browser asks, and the recovery codes of who had no factor.

import { useState } from 'react'
import { api } from '../api/client'
import { type Fault, toFault } from '../api/fault'
import { useInvalidate } from '../api/query'
import { Button } from '../ui/button'
import { TextField } from '../ui/field'
import { Form } from '../ui/form'
import { FaultNotice } from './fault-notice'
import { makePasskey } from './passkey'
import { RecoveryCodes } from './recovery-codes'

export default function AddPasskey({
  onActive,
  onDone,
}: {
  /** It is there, and recovery codes are in sight: they are not to be left unread. */
  onActive?: () => void
  onDone: () => void
}) {
  const [nombre, setNombre] = useState('')
  const [password, setPassword] = useState('')
  const [tried, setTried] = useState<object | null>(null)
  const [busy, setBusy] = useState(false)
  const [fault, setFault] = useState<Fault | null>(null)
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  const invalidate = useInvalidate()
  if (codes) return <RecoveryCodes codes={codes} onKept={onDone} />

  const register = async (): Promise<void> => {
    const begun = await api('POST /auth/llaves-acceso/comenzar', { body: { password } })
    const credencial = await makePasskey(begun.data.opciones)
    const { data } = await api('POST /auth/llaves-acceso', { body: { nombre: nombre.trim(), credencial } })
    if (data.codigos_recuperacion) {
      setCodes(data.codigos_recuperacion)
      onActive?.()
    }
    await invalidate('GET /auth/segundo-factor', 'GET /auth/llaves-acceso', 'GET /auth/sesiones')
    if (!data.codigos_recuperacion) onDone()
  }
  const submit = async (): Promise<void> => {
    setTried({})
    if (!nombre.trim() || !password || busy) return
    setBusy(true)
    setFault(null)
    try {
      await register()
    } catch (thrown) {
      setFault(toFault(thrown))
    }
    setBusy(false)
  }
  return (
    <Form onSubmit={() => void submit()} fault={fault ?? tried}>
      <p>
        Su navegador le pide la huella, el rostro o el PIN, y guarda la llave en este equipo, en su teléfono o
        en su gestor de contraseñas.
      </p>
      <TextField
        label="Nombre de la llave"
        hint="Para reconocerla después: el teléfono, el notebook de la oficina."
        maxLength={60}
        value={nombre}
        onChange={setNombre}
        error={tried && !nombre.trim() ? 'Póngale un nombre' : fault?.of('nombre')}
      />
      <TextField
        label="Su contraseña"
        type="password"
        autoComplete="current-password"
        maxLength={200}
        value={password}
        onChange={setPassword}
        error={tried && !password ? 'Escriba su contraseña' : fault?.of('password')}
      />
      {fault && <FaultNotice fault={fault} fields={['nombre', 'password']} />}
      <div>
        <Button type="submit" tone="primario" busy={busy}>
          Registrar la llave
        </Button>
      </div>
    </Form>
  )
}
