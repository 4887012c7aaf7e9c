// Invites somebody: the link is shown once, because a server may have no mail.

import { useState } from 'react'
import type { DataOf } from '../api/client'
import { useWrite } from '../api/query'
import { FaultNotice } from '../shell/fault-notice'
import { Copy } from '../ui/copy'
import { Dialog } from '../ui/dialog'
import { TextField } from '../ui/field'
import { Form, FormActions } from '../ui/form'
import { formatDate } from '../ui/format'
import { SecretDialog } from '../ui/secret-dialog'
import { invitationOf, type Rights, rightsOf } from './rights'
import { RightsFields } from './rights-fields'

type Invited = DataOf<'POST /v1/usuarios/invitar'>

export function Invite({
  onInvited,
  onClose,
}: {
  onInvited: (invited: Invited) => void
  onClose: () => void
}) {
  const [email, setEmail] = useState('')
  const [rights, setRights] = useState<Rights>(() => rightsOf('emisor'))
  const [tried, setTried] = useState<object | null>(null)
  const invite = useWrite('POST /v1/usuarios/invitar', 'GET /v1/usuarios/invitaciones')
  const fault = invite.error
  const submit = (): void => {
    setTried({})
    if (invite.isPending || !email.trim()) return
    invite.mutate({ body: invitationOf(email, rights) }, { onSuccess: ({ data }) => onInvited(data) })
  }
  return (
    <Dialog title="Invitar a una persona" onClose={onClose}>
      <Form onSubmit={submit} fault={fault ?? tried}>
        <TextField
          label="Correo"
          type="email"
          value={email}
          onChange={setEmail}
          error={tried && !email.trim() ? 'Escriba el correo de la persona' : fault?.of('email')}
        />
        <RightsFields rights={rights} onChange={setRights} />
        {fault && <FaultNotice fault={fault} fields={['email']} />}
        <FormActions action="Invitar" busy={invite.isPending} onClose={onClose} />
      </Form>
    </Dialog>
  )
}

export function InvitationShown({ invited, onKept }: { invited: Invited; onKept: () => void }) {
  return (
    <SecretDialog title={`Invitación para ${invited.email}`} kept="La copié" onKept={onKept}>
      <p>
        {invited.por_correo
          ? 'Este enlace salió también por correo.'
          : 'El servidor no envía correo: entregue usted este enlace.'}{' '}
        Sirve una vez, hasta el {formatDate(invited.expira_en)}, y se muestra sólo ahora.
      </p>
      <Copy text={invited.enlace} label="el enlace" />
    </SecretDialog>
  )
}
