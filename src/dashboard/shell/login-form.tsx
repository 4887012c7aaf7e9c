// Mail address and password, and the second factor of who has one, for a session's cookie. The tokens in between are forgotten.

import { type FormEvent, useState } from 'react'
import { api, type ReplyOf } from '../api/client'
import { Fault, toFault } from '../api/fault'
import { Button } from '../ui/button'
import { TextField } from '../ui/field'
import { Notice } from '../ui/notice'
import { CodeField } from './code-field'
import { announce } from './kept'
import { canUsePasskeys, showPasskey } from './passkey'

async function keep({ data }: ReplyOf<'POST /auth/login'>): Promise<void> {
  announce(data.usuario.id)
  await api('POST /auth/cookie', { token: data.access_token })
}

/** Asks for a passkey, and the server for a session by it: of whoever has it, or of the ticket's person. */
async function enterByKey(ticket?: string): Promise<ReplyOf<'POST /auth/login/llave-acceso'>> {
  const of = ticket === undefined ? {} : { ticket }
  const { data } = await api('POST /auth/login/llave-acceso/comenzar', { body: of })
  const credencial = await showPasskey(data.opciones)
  return api('POST /auth/login/llave-acceso', { body: { ...of, credencial } })
}

/** After the right password, of who has a second factor. */
interface Halfway {
  ticket: string
  aplicacion: boolean
  llave_acceso: boolean
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
  const [halfway, setHalfway] = useState<Halfway | null>(null)
  const [codigo, setCodigo] = useState('')
  const ask = (byKey: boolean) => {
    if (byKey) return enterByKey(halfway?.ticket)
    if (!halfway) return api('POST /auth/login', { body: { email: email.trim(), password } })
    const { ticket } = halfway
    return api('POST /auth/login/segundo-factor', { body: { ticket, codigo: codigo.trim() } })
  }
  const enter = async (byKey: boolean): Promise<void> => {
    try {
      const reply = await ask(byKey)
      // Over a page of somebody's: what stands there is not for another person.
      if (fixed !== undefined && reply.data.usuario.email !== fixed) {
        await api('POST /auth/logout', { body: { refresh_token: reply.data.refresh_token } })
        throw new Fault('INVALID_CREDENTIALS', `Esa llave de acceso no es de ${fixed}.`)
      }
      await keep(reply)
      onDone()
    } catch (thrown) {
      const refused = toFault(thrown)
      setCodigo('')
      if (refused.code === 'SECOND_FACTOR_REQUIRED') {
        setHalfway(refused.detalles[0]!.datos as unknown as Halfway)
        return
      }
      // It took too long, or the access changed: the password comes first again.
      if (refused.endsSession) setHalfway(null)
      setFault(refused)
    }
  }
  const attempt = async (byKey: boolean): Promise<void> => {
    if (busy) return
    setBusy(true)
    setFault(null)
    await enter(byKey)
    setBusy(false)
  }
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    void attempt(false)
  }
  const keyButton = (label: string) => <Button onClick={() => void attempt(true)}>{label}</Button>
  const said = fault && (
    <Notice tone="mal">
      <p>{fault.message}</p>
    </Notice>
  )
  if (halfway)
    return (
      <form className="columna" onSubmit={submit}>
        {halfway.llave_acceso && canUsePasskeys() && <div>{keyButton('Usar una llave de acceso')}</div>}
        <CodeField app={halfway.aplicacion} autoFocus value={codigo} onChange={setCodigo} />
        {said}
        <div className="acciones">
          <Button type="submit" tone="primario" busy={busy}>
            Entrar
          </Button>
          <Button onClick={() => setHalfway(null)}>Volver</Button>
        </div>
      </form>
    )
  return (
    <form className="columna" onSubmit={submit}>
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
      {canUsePasskeys() && keyButton('Entrar con una llave de acceso')}
    </form>
  )
}
