// Mail address and password, and the second factor of who has one, for a session's cookie. The tokens in between are forgotten.

import { type FormEvent, useState } from 'react'
import { api, type ReplyOf } from '../api/client'
import { type Fault, toFault } from '../api/fault'
import { Button } from '../ui/button'
import { TextField } from '../ui/field'
import { Notice } from '../ui/notice'
import { CodeField } from './code-field'
import { announce } from './kept'

async function keep({ data }: ReplyOf<'POST /auth/login'>): Promise<void> {
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
  /** After the right password, of who has a second factor. */
  const [ticket, setTicket] = useState<string | null>(null)
  const [codigo, setCodigo] = useState('')
  const enter = async (): Promise<void> => {
    try {
      await keep(
        ticket === null
          ? await api('POST /auth/login', { body: { email: email.trim(), password } })
          : await api('POST /auth/login/segundo-factor', { body: { ticket, codigo: codigo.trim() } }),
      )
      onDone()
    } catch (thrown) {
      const refused = toFault(thrown)
      setCodigo('')
      if (refused.code === 'SECOND_FACTOR_REQUIRED') {
        setTicket(String(refused.detalles[0]?.datos.ticket))
        return
      }
      // It took too long, or the access changed: the password comes first again.
      if (refused.endsSession) setTicket(null)
      setFault(refused)
    }
  }
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    if (busy) return
    setBusy(true)
    setFault(null)
    await enter()
    setBusy(false)
  }
  const said = fault && (
    <Notice tone="mal">
      <p>{fault.message}</p>
    </Notice>
  )
  if (ticket !== null)
    return (
      <form className="columna" onSubmit={(event) => void submit(event)}>
        <CodeField autoFocus value={codigo} onChange={setCodigo} />
        {said}
        <div className="acciones">
          <Button type="submit" tone="primario" busy={busy}>
            Entrar
          </Button>
          <Button onClick={() => setTicket(null)}>Volver</Button>
        </div>
      </form>
    )
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
      {said}
      <Button type="submit" tone="primario" busy={busy}>
        Entrar
      </Button>
    </form>
  )
}
