// The places where one's session is open, and the way to close each.

import type { DataOf } from '../api/client'
import { useApi, useWrite } from '../api/query'
import { FaultNotice } from '../shell/fault-notice'
import { Loaded } from '../shell/loaded'
import { Button } from '../ui/button'
import { type Column, DataTable } from '../ui/data-table'
import { Moment } from '../ui/moment'
import { Status } from '../ui/status'

type Fila = DataOf<'GET /auth/sesiones'>[number]

export function Sessions() {
  const query = useApi('GET /auth/sesiones', { query: { limite: 100 } })
  const close = useWrite('DELETE /auth/sesiones/:id', 'GET /auth/sesiones')
  const columns: Column<Fila>[] = [
    { id: 'agente', title: 'Dónde', head: true, cell: ({ agente }) => browserOf(agente) },
    { id: 'ip', title: 'Dirección', cell: ({ ip }) => ip ?? '' },
    {
      id: 'uso',
      title: 'Último uso',
      before: 'Último uso',
      cell: ({ last_used_at }) => <Moment at={last_used_at} />,
    },
    {
      id: 'cerrar',
      title: 'Acciones',
      cell: ({ id, actual, agente }) =>
        actual ? (
          <Status tone="neutro" icon="●">
            Ésta
          </Status>
        ) : (
          <Button
            small
            busy={close.isPending && close.variables?.params.id === id}
            aria-label={`Cerrar la sesión de ${browserOf(agente)}`}
            onClick={() => close.mutate({ params: { id } })}
          >
            Cerrar
          </Button>
        ),
    },
  ]
  return (
    <section className="seccion">
      <h2>Sesiones abiertas</h2>
      {close.error && <FaultNotice fault={close.error} />}
      <Loaded query={query}>
        {({ data }) => (
          <DataTable caption="Sesiones abiertas" columns={columns} rows={data} rowKey={({ id }) => id} />
        )}
      </Loaded>
    </section>
  )
}

/** A User-Agent in two words. */
export function browserOf(agente: string | null): string {
  if (!agente) return 'Un programa sin nombre'
  const browser = /(Firefox|Edg|OPR|Chrome|Safari)\//.exec(agente)?.[1]
  const system = /(Windows|Android|iPhone|iPad|Mac OS X|Linux)/.exec(agente)?.[1]
  if (!browser) return agente.slice(0, 40)
  const name = { Edg: 'Edge', OPR: 'Opera' }[browser] ?? browser
  return system ? `${name} en ${system.replace('Mac OS X', 'macOS')}` : name
}
