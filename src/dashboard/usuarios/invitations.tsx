// Invitations that nobody accepted yet.

import type { DataOf } from '../api/client'
import { useApi, useWrite } from '../api/query'
import { FaultNotice } from '../shell/fault-notice'
import { Loaded } from '../shell/loaded'
import { Button } from '../ui/button'
import { type Column, DataTable } from '../ui/data-table'
import { Moment } from '../ui/moment'
import { NOMBRE_ROL } from '../ui/rol'
import { Status } from '../ui/status'

type Invitacion = DataOf<'GET /v1/usuarios/invitaciones'>[number]

export function Invitations() {
  const query = useApi('GET /v1/usuarios/invitaciones', { query: { limite: 100 } })
  const cancel = useWrite('DELETE /v1/usuarios/invitaciones/:id', 'GET /v1/usuarios/invitaciones')
  const columns: Column<Invitacion>[] = [
    { id: 'email', title: 'Correo', head: true, cell: ({ email }) => email },
    { id: 'rol', title: 'Rol', cell: ({ rol }) => NOMBRE_ROL[rol] },
    {
      id: 'estado',
      title: 'Estado',
      cell: ({ estado }) =>
        estado === 'pendiente' ? (
          <Status tone="espera" icon="◐">
            Pendiente
          </Status>
        ) : (
          <Status tone="mal" icon="✕">
            Vencida
          </Status>
        ),
    },
    { id: 'vence', title: 'Vence', before: 'Vence', cell: ({ expira_en }) => <Moment at={expira_en} /> },
    {
      id: 'acciones',
      title: 'Acciones',
      cell: ({ id, email }) => (
        <Button
          small
          aria-label={`Anular la invitación de ${email}`}
          busy={cancel.isPending && cancel.variables?.params.id === id}
          onClick={() => cancel.mutate({ params: { id } })}
        >
          Anular
        </Button>
      ),
    },
  ]
  return (
    <>
      {cancel.error && <FaultNotice fault={cancel.error} />}
      <Loaded query={query}>
        {({ data }) =>
          data.length > 0 && (
            <section className="seccion">
              <h2>Invitaciones</h2>
              <DataTable caption="Invitaciones" columns={columns} rows={data} rowKey={({ id }) => id} />
            </section>
          )
        }
      </Loaded>
    </>
  )
}
