// One's own second factor: turned on, its recovery codes made anew, taken away (http §14.1).

import { type ReactNode, useState } from 'react'
import { api } from '../api/client'
import { type Fault, toFault } from '../api/fault'
import { useApi, useInvalidate } from '../api/query'
import { CodeField } from '../shell/code-field'
import EnrolFactor from '../shell/enrol-factor'
import { FaultNotice } from '../shell/fault-notice'
import { Loaded } from '../shell/loaded'
import { notify } from '../shell/notices'
import { RecoveryCodes } from '../shell/recovery-codes'
import { Button } from '../ui/button'
import { Dialog } from '../ui/dialog'
import { TextField } from '../ui/field'
import { Form, FormActions } from '../ui/form'
import { formatInstant } from '../ui/format'
import { Status } from '../ui/status'

const FACTOR = 'GET /auth/segundo-factor'
/** Below it the person is told to make new ones. */
const FEW = 3

type Asking = 'activar' | 'codigos' | 'quitar' | null

export function Factor() {
  const query = useApi(FACTOR)
  const [asking, setAsking] = useState<Asking>(null)
  const close = () => setAsking(null)
  /** A person with passkeys shows one instead of a code: the telephone may be what was lost. */
  const ways = { withCode: query.data?.data.llaves_acceso === 0 }
  return (
    <section className="seccion" aria-labelledby="segundo-factor">
      <h2 id="segundo-factor">Segundo factor</h2>
      <Loaded query={query}>
        {({ data: { activo, aplicacion, desde, codigos_restantes, exigido } }) =>
          activo ? (
            <>
              <dl className="pares">
                <dt>Estado</dt>
                <dd>
                  <Status tone="bien" icon="✓">
                    Activo
                  </Status>{' '}
                  desde el {formatInstant(desde!)}
                </dd>
                <dt>Aplicación de códigos</dt>
                <dd>{aplicacion ? 'Sí' : 'No: se usan llaves de acceso'}</dd>
                <dt>Códigos de recuperación</dt>
                <dd>
                  {codigos_restantes} sin usar{codigos_restantes! < FEW && ': pida nuevos'}
                </dd>
              </dl>
              <div className="acciones">
                <Button aria-haspopup="dialog" onClick={() => setAsking('codigos')}>
                  Códigos nuevos
                </Button>
                {aplicacion ? (
                  <Button tone="peligro" aria-haspopup="dialog" onClick={() => setAsking('quitar')}>
                    Quitar la aplicación de códigos
                  </Button>
                ) : (
                  <Button aria-haspopup="dialog" onClick={() => setAsking('activar')}>
                    Activar una aplicación de códigos
                  </Button>
                )}
              </div>
              {exigido && <small>Su cuenta lo exige: si lo quita, activará otro para seguir.</small>}
            </>
          ) : (
            <>
              <p>
                Además de la contraseña, un código de su teléfono: quien le robe la contraseña no entra. Se le
                pide también antes de cambiar el certificado, las llaves, los usuarios o el ambiente.
              </p>
              <div>
                <Button aria-haspopup="dialog" onClick={() => setAsking('activar')}>
                  Activar el segundo factor
                </Button>
              </div>
            </>
          )
        }
      </Loaded>
      {asking === 'activar' && <Activate onClose={close} />}
      {asking === 'codigos' && <NewCodes {...ways} onClose={close} />}
      {asking === 'quitar' && <Remove {...ways} onClose={close} />}
    </section>
  )
}

function Activate({ onClose }: { onClose: () => void }) {
  const [active, setActive] = useState(false)
  const done = (): void => {
    notify({
      tone: 'bien',
      title: 'El segundo factor está activo',
      text: 'Sus demás sesiones se cerraron.',
    })
    onClose()
  }
  return (
    <Dialog title="Activar el segundo factor" onClose={active ? null : onClose}>
      <EnrolFactor onActive={() => setActive(true)} onDone={done} />
    </Dialog>
  )
}

interface Ways {
  /** Whether a code is asked for beside the password; else the session must have shown a factor lately. */
  withCode: boolean
  onClose: () => void
}

function NewCodes({ withCode, onClose }: Ways) {
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  return codes ? (
    <Dialog title="Códigos de recuperación nuevos" onClose={null}>
      <RecoveryCodes codes={codes} onKept={onClose} />
    </Dialog>
  ) : (
    <PasswordAndCode
      title="Códigos de recuperación nuevos"
      action="Pedir códigos nuevos"
      withCode={withCode}
      send={async (body) => {
        const { data } = await api('POST /auth/segundo-factor/codigos', { body })
        setCodes(data.codigos_recuperacion)
      }}
      onClose={onClose}
    >
      <p>Los diez anteriores dejan de servir.</p>
    </PasswordAndCode>
  )
}

function Remove({ withCode, onClose }: Ways) {
  return (
    <PasswordAndCode
      title="Quitar la aplicación de códigos"
      action="Quitar la aplicación"
      danger
      withCode={withCode}
      send={async (body) => {
        await api('POST /auth/segundo-factor/quitar', { body })
        notify({ tone: 'bien', title: 'La aplicación de códigos ya no sirve' })
        onClose()
      }}
      onClose={onClose}
    >
      <p>
        {withCode
          ? 'Entrará sólo con la contraseña, y sus códigos de recuperación dejan de servir. '
          : 'Sus llaves de acceso y sus códigos de recuperación siguen sirviendo. '}
        Para cambiar de teléfono, quítela y actívela en el nuevo.
      </p>
    </PasswordAndCode>
  )
}

function PasswordAndCode({
  title,
  action,
  danger = false,
  withCode,
  send,
  onClose,
  children,
}: {
  title: string
  action: string
  danger?: boolean
  withCode: boolean
  send: (body: { password: string; codigo?: string }) => Promise<void>
  onClose: () => void
  children: ReactNode
}) {
  const [password, setPassword] = useState('')
  const [codigo, setCodigo] = useState('')
  const [tried, setTried] = useState<object | null>(null)
  const [busy, setBusy] = useState(false)
  const [fault, setFault] = useState<Fault | null>(null)
  const invalidate = useInvalidate()
  const submit = async (): Promise<void> => {
    setTried({})
    if (!password || (withCode && !codigo) || busy) return
    setBusy(true)
    setFault(null)
    try {
      await send({ password, ...(withCode && { codigo }) })
      await invalidate(FACTOR)
    } catch (thrown) {
      setFault(toFault(thrown))
      setBusy(false)
    }
  }
  return (
    <Dialog title={title} onClose={onClose} typed={false}>
      <Form onSubmit={() => void submit()} fault={fault ?? tried}>
        {children}
        <TextField
          label="Su contraseña"
          type="password"
          autoComplete="current-password"
          maxLength={200}
          data-foco
          value={password}
          onChange={setPassword}
          error={tried && !password ? 'Escriba su contraseña' : fault?.of('password')}
        />
        {withCode && (
          <CodeField
            value={codigo}
            onChange={setCodigo}
            error={tried && !codigo ? 'Escriba el código' : fault?.of('codigo')}
          />
        )}
        {fault && <FaultNotice fault={fault} fields={['password', 'codigo']} />}
        <FormActions action={action} tone={danger ? 'peligro' : 'primario'} busy={busy} onClose={onClose} />
      </Form>
    </Dialog>
  )
}
