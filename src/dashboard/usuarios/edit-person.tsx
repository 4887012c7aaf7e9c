// The rights of a person: role, additions and removals, limits.

import { useState } from 'react'
import { useWrite } from '../api/query'
import { useSesion } from '../api/sesion'
import { FaultNotice } from '../shell/fault-notice'
import { notify } from '../shell/notices'
import { Dialog } from '../ui/dialog'
import { TextField } from '../ui/field'
import { Form, FormActions } from '../ui/form'
import { PermissionList } from '../ui/permission-list'
import { ResetFactor } from './reset-factor'
import { changesOf, noteOf, offered, type Rights, rightsOfUsuario, type Usuario } from './rights'
import { RightsFields } from './rights-fields'

export const ULTIMO = 'Es el único propietario de la cuenta: nombre antes a otro.'

export function EditPerson({
  usuario,
  lastOwner,
  onClose,
}: {
  usuario: Usuario
  lastOwner: boolean
  onClose: () => void
}) {
  const { permisos, usuario: me } = useSesion()
  const [nombre, setNombre] = useState(usuario.nombre)
  const [rights, setRights] = useState<Rights>(() => rightsOfUsuario(usuario))
  const save = useWrite('PUT /v1/usuarios/:id', 'GET /v1/usuarios', 'GET /auth/me')
  const fault = save.error
  const submit = (): void => {
    if (save.isPending) return
    save.mutate(
      { params: { id: usuario.id }, body: changesOf(nombre, rights) },
      {
        onSuccess: ({ data }) => {
          notify({
            tone: 'bien',
            title: `Los permisos de ${data.nombre} cambiaron`,
            text: 'Rigen desde ahora.',
          })
          onClose()
        },
      },
    )
  }
  return (
    <Dialog title={`Cambiar a ${usuario.nombre}`} onClose={onClose} wide>
      <Form onSubmit={submit} fault={fault}>
        <TextField
          label="Nombre"
          maxLength={100}
          value={nombre}
          onChange={setNombre}
          error={fault?.of('nombre')}
        />
        <RightsFields rights={rights} onChange={setRights} {...(lastOwner && { fixedRol: ULTIMO })} />
        {rights.rol !== 'propietario' && (
          <PermissionList
            offered={offered(permisos, rights)}
            selected={rights.permisos}
            onChange={(chosen) => setRights({ ...rights, permisos: chosen })}
            note={(permiso) => noteOf(rights, permiso)}
          />
        )}
        {usuario.segundo_factor && usuario.id !== me.id && <ResetFactor usuario={usuario} onDone={onClose} />}
        {fault && <FaultNotice fault={fault} fields={['nombre']} />}
        <FormActions action="Guardar los cambios" busy={save.isPending} onClose={onClose} />
      </Form>
    </Dialog>
  )
}
