// The operations of one base that are over, and what came of each.

import { useState } from 'react'
import { useApi } from '../api/query'
import { BASES, type Base } from '../shell/bases'
import { estadoOf, nameOf, type Operacion } from '../shell/operation'
import { OperationCard } from '../shell/operation-card'
import { PagedList } from '../shell/paged-list'
import { Button } from '../ui/button'
import type { Column } from '../ui/data-table'
import { Dialog } from '../ui/dialog'
import { SelectField } from '../ui/field'
import { Moment } from '../ui/moment'
import { Empty } from '../ui/notice'
import { StatusWord } from '../ui/status'
import { shortOf, type Vista } from './view'

const LIMITE = 50

export function Historial({
  base,
  pagina,
  bases,
  onGo,
}: Vista & { bases: readonly Base[]; onGo: (to: Partial<Vista>) => void }) {
  const [open, setOpen] = useState<Operacion | null>(null)
  const query = useApi(
    `GET ${base}/trabajos`,
    { query: { estado: 'completed,discarded', pagina, limite: LIMITE } },
    { conservar: true },
  )
  const columns: readonly Column<Operacion>[] = [
    { id: 'que', title: 'Operación', head: true, whole: true, cell: nameOf },
    {
      id: 'estado',
      title: 'Estado',
      cell: (one) => <StatusWord of={estadoOf(one, new Date())} />,
    },
    {
      id: 'cuando',
      title: 'Terminó',
      cell: ({ completed_at, failed_at, created_at }) => (
        <Moment at={completed_at ?? failed_at ?? created_at} />
      ),
    },
    {
      id: 'ver',
      title: <span className="solo-lector">Resultado</span>,
      cell: (one) => (
        <Button
          small
          tone="liso"
          aria-haspopup="dialog"
          aria-label={`Ver ${nameOf(one)}`}
          onClick={() => setOpen(one)}
        >
          Ver
        </Button>
      ),
    },
  ]
  return (
    <div className="columna">
      {bases.length > 1 && (
        <SelectField
          label="De qué"
          options={bases.map((one) => [shortOf(one), BASES[one].nombre] as const)}
          value={shortOf(base)}
          onChange={(to) => onGo({ base: bases.find((one) => shortOf(one) === to) ?? base, pagina: 1 })}
        />
      )}
      <PagedList
        query={query}
        caption="Operaciones terminadas"
        columns={columns}
        rowKey={({ id }) => id}
        pagina={pagina}
        onPage={(to) => onGo({ pagina: to })}
      >
        <Empty title="Ninguna operación terminada">
          <p>Aquí queda cada operación que terminó o que se descartó, con lo que resultó de ella.</p>
        </Empty>
      </PagedList>
      {open && (
        <Dialog title={nameOf(open)} wide onClose={() => setOpen(null)}>
          <OperationCard base={base} operacion={open} />
        </Dialog>
      )}
    </div>
  )
}
