// Turning a second factor on: the password, the secret for the authenticator, its first code, and the recovery codes, shown once.

import { useState } from 'react'
import type { DataOf } from '../api/client'
import { useWrite } from '../api/query'
import { Button } from '../ui/button'
import { Copy } from '../ui/copy'
import { TextField } from '../ui/field'
import { Form } from '../ui/form'
import { CodeField } from './code-field'
import { FaultNotice } from './fault-notice'
import { RecoveryCodes } from './recovery-codes'

type Begun = DataOf<'POST /auth/segundo-factor'>

export default function EnrolFactor({
  onActive,
  onDone,
}: {
  /** It is on, and the recovery codes are in sight: they are not to be left unread. */
  onActive?: () => void
  onDone: () => void
}) {
  const [begun, setBegun] = useState<Begun | null>(null)
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  if (codes) return <RecoveryCodes codes={codes} onKept={onDone} />
  const show = (made: readonly string[]): void => {
    setCodes(made)
    onActive?.()
  }
  return begun ? <Confirm begun={begun} onCodes={show} /> : <Begin onBegun={setBegun} />
}

function Begin({ onBegun }: { onBegun: (begun: Begun) => void }) {
  const [password, setPassword] = useState('')
  const [tried, setTried] = useState<object | null>(null)
  const begin = useWrite('POST /auth/segundo-factor')
  const fault = begin.error
  const submit = (): void => {
    setTried({})
    if (password && !begin.isPending)
      begin.mutate({ body: { password } }, { onSuccess: ({ data }) => onBegun(data) })
  }
  return (
    <Form onSubmit={submit} fault={fault ?? tried}>
      <p>
        Necesita en su teléfono una aplicación de códigos, como Aegis, Google Authenticator o la de su gestor
        de contraseñas.
      </p>
      <TextField
        label="Su contraseña"
        type="password"
        autoComplete="current-password"
        maxLength={200}
        value={password}
        onChange={setPassword}
        error={tried && !password ? 'Escriba su contraseña' : fault?.of('password')}
      />
      {fault && <FaultNotice fault={fault} fields={['password']} />}
      <div>
        <Button type="submit" tone="primario" busy={begin.isPending}>
          Continuar
        </Button>
      </div>
    </Form>
  )
}

function Confirm({
  begun: { qr_svg, secreto },
  onCodes,
}: {
  begun: Begun
  onCodes: (codes: readonly string[]) => void
}) {
  const [codigo, setCodigo] = useState('')
  const [tried, setTried] = useState<object | null>(null)
  const confirm = useWrite(
    'POST /auth/segundo-factor/activar',
    'GET /auth/segundo-factor',
    'GET /auth/sesiones',
  )
  const fault = confirm.error
  const submit = (): void => {
    setTried({})
    if (codigo && !confirm.isPending)
      confirm.mutate({ body: { codigo } }, { onSuccess: ({ data }) => onCodes(data.codigos_recuperacion) })
  }
  return (
    <Form onSubmit={submit} fault={fault ?? tried}>
      <p>Lea este código con la aplicación, o escriba en ella la clave.</p>
      <img
        src={`data:image/svg+xml,${encodeURIComponent(qr_svg)}`}
        alt="Código QR de la clave, para la cámara de la aplicación"
        width={200}
        height={200}
      />
      <div>
        Clave: <Copy text={secreto.replace(/.{4}(?=.)/g, '$& ')} label="la clave" />
      </div>
      <CodeField
        first
        value={codigo}
        onChange={setCodigo}
        error={tried && !codigo ? 'Escriba el código' : fault?.of('codigo')}
      />
      {fault && <FaultNotice fault={fault} fields={['codigo']} />}
      <div>
        <Button type="submit" tone="primario" busy={confirm.isPending}>
          Activar
        </Button>
      </div>
    </Form>
  )
}
