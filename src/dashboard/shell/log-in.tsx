// `/app/entrar`: log in, and the way back in for who forgot the password.

import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useEffect, useState } from 'react'
import { useLocation, useSearchParams } from 'wouter'
import { api } from '../api/client'
import { toFault } from '../api/fault'
import { Button, LinkButton } from '../ui/button'
import { TextField } from '../ui/field'
import { Notice } from '../ui/notice'
import LoginForm from './login-form'

export default function Entrar() {
  const [, navigate] = useLocation()
  const [search] = useSearchParams()
  const client = useQueryClient()
  const [forgotten, setForgotten] = useState(false)
  // Typed once, for both.
  const [email, setEmail] = useState('')
  useEffect(() => {
    document.title = 'Entrar · Timbre'
  }, [])
  const enter = (): void => {
    client.clear()
    const back = search.get('volver') ?? ''
    // Only a path of ours: the address may have been written by anybody.
    navigate(/^\/[\w-]/.test(back) ? back : '/', { replace: true })
  }
  return (
    <main className="puerta">
      <h1>{forgotten ? 'Recuperar la contraseña' : 'Entrar a Timbre'}</h1>
      {forgotten ? (
        <Forgotten {...{ email, setEmail }} onBack={() => setForgotten(false)} />
      ) : (
        <>
          {search.has('otra') && (
            <Notice tone="aviso" title="En otra pestaña entró otra persona">
              <p>La sesión de este navegador es ahora de ella. Entre con su correo para volver a la suya.</p>
              <LinkButton href="/">Seguir con la sesión de esa persona</LinkButton>
            </Notice>
          )}
          <LoginForm first={email} onEmail={setEmail} onDone={enter} />
          <Button tone="liso" onClick={() => setForgotten(true)}>
            Olvidé mi contraseña
          </Button>
          <details>
            <summary>Es un servidor nuevo y nadie tiene cuenta</summary>
            <p>
              Al partir, el servidor escribe en su registro una dirección <code>/instalar/…</code> que sirve
              una vez: ábrala para registrar a la primera persona.
            </p>
          </details>
        </>
      )}
    </main>
  )
}

function Forgotten({
  email,
  setEmail,
  onBack,
}: {
  email: string
  setEmail: (email: string) => void
  onBack: () => void
}) {
  const [said, setSaid] = useState<{ ok: boolean; text: string } | null>(null)
  const [busy, setBusy] = useState(false)
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    if (busy) return
    setBusy(true)
    try {
      const { data } = await api('POST /auth/password/olvidada', { body: { email: email.trim() } })
      setSaid({ ok: true, text: data.mensaje })
    } catch (thrown) {
      setSaid({ ok: false, text: toFault(thrown).message })
    } finally {
      setBusy(false)
    }
  }
  return (
    <form className="columna" onSubmit={(event) => void submit(event)}>
      <TextField
        label="Correo"
        hint="Le llegará un enlace para elegir otra contraseña."
        type="email"
        autoComplete="username"
        required
        value={email}
        onChange={setEmail}
      />
      {said && (
        <Notice tone={said.ok ? 'neutro' : 'mal'}>
          <p>{said.text}</p>
        </Notice>
      )}
      <div className="acciones">
        <Button type="submit" tone="primario" busy={busy}>
          Enviar el enlace
        </Button>
        <Button onClick={onBack}>Volver</Button>
      </div>
    </form>
  )
}
