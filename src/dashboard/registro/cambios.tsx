// The differences between readings of a month, newest first.

import type { DataOf } from '../api/client'
import { useApi } from '../api/query'
import type { Column } from '../ui/data-table'
import { formatRut } from '../ui/format'
import { Moment } from '../ui/moment'
import { Empty } from '../ui/notice'
import { PagedTable } from '../ui/paged-table'
import { StatusWord } from '../ui/status'
import { OfMonth, type PartProps } from './part'
import { CAMBIO, nameOf, nameOfField, showValue } from './words'

type Cambio = DataOf<'GET /v1/rcv/:periodo/cambios'>[number]

const COLUMNS: readonly Column<Cambio>[] = [
  { id: 'documento', title: 'Documento', head: true, cell: ({ documento }) => nameOf(documento) },
  {
    id: 'rut',
    title: 'Contraparte',
    cell: ({ documento }) => <span className="fija">{formatRut(documento.rut)}</span>,
  },
  { id: 'visto', title: 'Visto', cell: ({ visto_en }) => <Moment at={visto_en} exact /> },
  {
    id: 'que',
    title: 'Qué cambió',
    cell: ({ cambio }) => <StatusWord of={CAMBIO[cambio]} />,
  },
  {
    id: 'campos',
    title: 'De qué a qué',
    whole: true,
    cell: ({ campos }) =>
      campos.length > 0 && (
        <small>
          {campos
            .map(
              ({ campo, antes, despues }) =>
                `${nameOfField(campo)}: ${showValue(campo, antes)} → ${showValue(campo, despues)}`,
            )
            .join(' · ')}
        </small>
      ),
  },
]

export function Cambios(part: PartProps) {
  const { periodo, pagina, onPage } = part
  const asked = { pagina, limite: 50 }
  const query = useApi(
    'GET /v1/rcv/:periodo/cambios',
    { params: { periodo }, query: asked },
    { conservar: true },
  )
  return (
    <OfMonth query={query} {...part}>
      {({ data, paginacion }) => (
        <PagedTable
          caption="Cambios entre lecturas, el último primero"
          columns={COLUMNS}
          rows={data}
          rowKey={({ documento, visto_en, cambio }) =>
            `${documento.tipo} ${documento.rut} ${nameOf(documento)} ${visto_en} ${cambio}`
          }
          stale={query.isPlaceholderData}
          {...{ paginacion, pagina, onPage }}
        >
          <Empty title="Nada ha cambiado">
            <p>Aquí queda lo que una lectura nueva del mes trae distinto de la anterior.</p>
          </Empty>
        </PagedTable>
      )}
    </OfMonth>
  )
}
