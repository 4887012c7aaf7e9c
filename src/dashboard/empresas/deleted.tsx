// The companies that were deleted, to bring back.

import type { Datos } from '../api/client'
import { useWrite } from '../api/query'
import { FaultNotice } from '../shell/fault-notice'
import { tell } from '../shell/notices'
import { Button } from '../ui/button'
import { type Column, DataTable } from '../ui/data-table'
import { formatDate } from '../ui/format'
import { RUT } from './company-rows'

type Empresa = Datos<'GET /v1/empresa'>[number]

export function Deleted({
  rows,
  mayChange,
  stale,
}: {
  rows: readonly Empresa[]
  mayChange: boolean
  stale: boolean
}) {
  const restore = useWrite('POST /v1/empresa/:id/restaurar', 'GET /v1/empresa', 'GET /auth/me')
  const columns: Column<Empresa>[] = [
    { id: 'nombre', title: 'Razón social', head: true, cell: ({ razon_social }) => razon_social },
    RUT,
    {
      id: 'cuando',
      title: 'Eliminada',
      cell: ({ eliminada_at }) => (eliminada_at ? formatDate(eliminada_at) : ''),
    },
  ]
  if (mayChange)
    columns.push({
      id: 'acciones',
      title: 'Acciones',
      cell: ({ id, razon_social }) => (
        <Button
          small
          aria-label={`Restaurar ${razon_social}`}
          busy={restore.isPending && restore.variables?.ruta.id === id}
          onClick={() =>
            restore.mutate(
              { ruta: { id } },
              {
                onSuccess: () =>
                  tell({
                    tone: 'bien',
                    title: `${razon_social} está de vuelta`,
                    text: 'Sus llaves siguen revocadas y su certificado hay que cargarlo de nuevo.',
                  }),
              },
            )
          }
        >
          Restaurar
        </Button>
      ),
    })
  return (
    <>
      {restore.error && <FaultNotice fault={restore.error} />}
      <DataTable
        caption="Empresas eliminadas"
        columns={columns}
        rows={rows}
        rowKey={({ id }) => id}
        stale={stale}
      />
    </>
  )
}
