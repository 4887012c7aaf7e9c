// The companies that were deleted, to bring back.

import type { DataOf } from '../api/client'
import { useWrite } from '../api/query'
import { DeletedTable } from '../shell/deleted-table'
import { notify } from '../shell/notices'
import type { Column } from '../ui/data-table'
import { formatDate } from '../ui/format'
import { RUT } from './company-rows'

type Empresa = DataOf<'GET /v1/empresa'>[number]

const COLUMNS: readonly Column<Empresa>[] = [
  { id: 'nombre', title: 'Razón social', head: true, cell: ({ razon_social }) => razon_social },
  RUT,
  {
    id: 'cuando',
    title: 'Eliminada',
    cell: ({ eliminada_at }) => (eliminada_at ? formatDate(eliminada_at) : ''),
  },
]

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
  const bringBack = ({ id, razon_social }: Empresa): void => {
    const text = 'Sus llaves siguen revocadas y su certificado hay que cargarlo de nuevo.'
    const title = `${razon_social} está de vuelta`
    restore.mutate({ params: { id } }, { onSuccess: () => notify({ tone: 'bien', title, text }) })
  }
  return (
    <DeletedTable
      caption="Empresas eliminadas"
      columns={COLUMNS}
      rows={rows}
      stale={stale}
      restoring={restore.isPending ? restore.variables?.params.id : undefined}
      fault={restore.error}
      onRestore={mayChange ? bringBack : null}
    />
  )
}
