// The people of the account, with role and limits in words.

import { useState } from 'react'
import { useWrite } from '../api/query'
import { useSesion } from '../api/sesion'
import { FaultNotice } from '../shell/fault-notice'
import { notify } from '../shell/notices'
import { Button } from '../ui/button'
import { type Column, DataTable } from '../ui/data-table'
import { ConfirmDialog } from '../ui/dialog'
import { plural } from '../ui/format'
import { Moment } from '../ui/moment'
import { NOMBRE_ROL } from '../ui/rol'
import { Status } from '../ui/status'
import { shortName } from '../ui/tipo'
import { EditPerson, ULTIMO } from './edit-person'
import { isLastOwner, type Usuario } from './rights'

export function People({
  people,
  whole,
  stale,
}: {
  people: readonly Usuario[]
  whole: boolean
  stale: boolean
}) {
  const { usuario: me } = useSesion()
  const [asking, setAsking] = useState<{ what: 'cambiar' | 'eliminar'; usuario: Usuario } | null>(null)
  const isLast = (usuario: Usuario): boolean => isLastOwner(usuario, people, whole)
  const columns: Column<Usuario>[] = [
    {
      id: 'nombre',
      title: 'Persona',
      head: true,
      cell: ({ id, nombre, email }) => (
        <>
          {nombre}
          {id === me.id && ' (usted)'}
          <br />
          <small>{email}</small>
        </>
      ),
    },
    {
      id: 'rol',
      title: 'Rol',
      cell: ({ rol, permisos_extra, permisos_quitados }) => (
        <>
          {NOMBRE_ROL[rol]}
          {permisos_extra.length + permisos_quitados.length > 0 && (
            <>
              <br />
              <small
                title={[
                  ...permisos_extra.map((p) => `+ ${p}`),
                  ...permisos_quitados.map((p) => `− ${p}`),
                ].join(', ')}
              >
                {[
                  permisos_extra.length && `${permisos_extra.length} de más`,
                  permisos_quitados.length && `${permisos_quitados.length} de menos`,
                ]
                  .filter(Boolean)
                  .join(', ')}
              </small>
            </>
          )}
        </>
      ),
    },
    {
      id: 'limites',
      title: 'Límites',
      extra: true,
      cell: ({ empresas, tipos_dte }) => (
        <>
          {empresas.length ? plural(empresas.length, 'empresa') : 'Todas las empresas'}
          {tipos_dte.length > 0 && (
            <>
              <br />
              <small>Emite: {tipos_dte.map(shortName).join(', ')}</small>
            </>
          )}
        </>
      ),
    },
    {
      id: 'factor',
      title: 'Segundo factor',
      before: 'Segundo factor',
      cell: ({ segundo_factor }) =>
        segundo_factor ? (
          <Status tone="bien" icon="✓">
            Activo
          </Status>
        ) : (
          <Status tone="neutro" icon="○">
            No
          </Status>
        ),
    },
    {
      id: 'uso',
      title: 'Último uso',
      before: 'Último uso',
      cell: ({ ultimo_uso }) => (ultimo_uso ? <Moment at={ultimo_uso} /> : <small>Sin uso</small>),
    },
    {
      id: 'acciones',
      title: 'Acciones',
      cell: (usuario) => (
        <>
          <span className="acciones">
            <Button
              small
              aria-label={`Cambiar a ${usuario.nombre}`}
              onClick={() => setAsking({ what: 'cambiar', usuario })}
            >
              Cambiar
            </Button>
            <Button
              small
              tone="peligro"
              aria-label={`Eliminar a ${usuario.nombre}`}
              disabled={isLast(usuario)}
              onClick={() => setAsking({ what: 'eliminar', usuario })}
            >
              Eliminar
            </Button>
          </span>
          {isLast(usuario) && <small>{ULTIMO}</small>}
        </>
      ),
    },
  ]
  return (
    <>
      <DataTable caption="Personas" columns={columns} rows={people} rowKey={({ id }) => id} stale={stale} />
      {asking?.what === 'cambiar' && (
        <EditPerson
          usuario={asking.usuario}
          lastOwner={isLast(asking.usuario)}
          onClose={() => setAsking(null)}
        />
      )}
      {asking?.what === 'eliminar' && <Remove usuario={asking.usuario} onClose={() => setAsking(null)} />}
    </>
  )
}

function Remove({ usuario, onClose }: { usuario: Usuario; onClose: () => void }) {
  const remove = useWrite('DELETE /v1/usuarios/:id', 'GET /v1/usuarios', 'GET /v1/usuarios/invitaciones')
  const done = (): void => {
    notify({ tone: 'bien', title: `${usuario.nombre} ya no entra a la cuenta` })
    onClose()
  }
  return (
    <ConfirmDialog
      title={`Eliminar a ${usuario.nombre}`}
      action="Eliminar a la persona"
      busy={remove.isPending}
      onConfirm={() => remove.mutate({ params: { id: usuario.id } }, { onSuccess: done })}
      onClose={onClose}
    >
      <p>
        Sus sesiones se cierran y sus invitaciones se anulan. Las llaves que creó son de la empresa y siguen:
        revóquelas en Llaves.
      </p>
      {remove.error && <FaultNotice fault={remove.error} />}
    </ConfirmDialog>
  )
}
