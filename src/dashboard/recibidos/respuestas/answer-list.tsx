// Answers in one list, whichever way they went: the page that is shown, or why there is none.

import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { ReplyOf } from '../../api/client'
import type { Fault } from '../../api/fault'
import type { InAddress } from '../../shell/in-address'
import { PagedList } from '../../shell/paged-list'
import { Button } from '../../ui/button'
import type { Column } from '../../ui/data-table'
import { Empty } from '../../ui/notice'
import { type Filters, isFiltered, SIN_FILTROS } from './view'

type Page<Row> = Omit<ReplyOf<'GET /v1/recibidos/respuestas'>, 'data'> & { data: Row[] }

export function AnswerList<Row extends { id: string }>({
  query,
  caption,
  columns,
  address: { filters, place: pagina, change, go },
  children,
}: {
  query: UseQueryResult<Page<Row>, Fault>
  caption: string
  columns: readonly Column<Row>[]
  address: InAddress<Filters, number>
  /** Shown while there is none at all. */
  children: ReactNode
}) {
  return (
    <div className="lista-respuestas">
      <PagedList
        query={query}
        caption={caption}
        columns={columns}
        rowKey={({ id }) => id}
        counted="respuesta"
        pagina={pagina}
        onPage={go}
      >
        {isFiltered(filters) ? (
          <Empty title="Nada con esos filtros">
            <Button onClick={() => change(SIN_FILTROS)}>Quitar los filtros</Button>
          </Empty>
        ) : (
          children
        )}
      </PagedList>
    </div>
  )
}
