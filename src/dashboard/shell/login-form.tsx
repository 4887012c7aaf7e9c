// Mail address and password for a session's cookie. The tokens in between are forgotten.

import { type FormEvent, useState } from 'react'
import { api } from '../api/client'
import { type Fault, toFault } from '../api/fault'
import { Button } from '../ui/button'
import { TextField } from '../ui/field'
import { Notice } from '../ui/notice'
import { announce } from './kept'

async function logIn(email: string, password: string): Promise<void> {
  const { data } = await api('POST /auth/login', { body: { email, password } })
  announce(data.usuario.id)
  await api('POST /auth/cookie', { token: data.access_token })
}

/** `email`, when given, is who must come back; `first`, what the field begins with, told by `onEmail` as it changes. */
export default function LoginForm({
  email: fixed,
  first = '',
  onEmail,
  onDone,
}: {
  email?: string
  first?: string
  onEmail?: (email: string) => void
  onDone: () => void
}) {
  const [email, setEmail] = useState(fixed ?? first)
  const [password, setPassword] = useState('')
  const [busy, setBusy] = useState(false)
  const [fault, setFault] = useState<Fault | null>(null)
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    if (busy) return
    setBusy(true)
    setFault(null)
    try {
      await logIn(email.trim(), password)
      onDone()
    } catch (thrown) {
      setFault(toFault(thrown))
    } finally {
      setBusy(false)
    }
  }
  return (
    <form className="columna" onSubmit={(event) => void submit(event)}>
      <TextField
        label="Correo"
        type="email"
        name="email"
        autoComplete="username"
        required
        readOnly={fixed !== undefined}
        value={email}
        onChange={(text) => {
          setEmail(text)
          onEmail?.(text)
        }}
      />
      <TextField
        label="Contraseña"
        type="password"
        name="password"
        autoComplete="current-password"
        required
        autoFocus={fixed !== undefined}
        value={password}
        onChange={setPassword}
      />
      {fault && (
        <Notice tone="mal">
          <p>{fault.message}</p>
        </Notice>
      )}
      <Button type="submit" tone="primario" busy={busy}>
        Entrar
      </Button>
    </form>
  )
}
