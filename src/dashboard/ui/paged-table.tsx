// A page of rows, and the way to the others.

import type { ComponentProps } from 'react'
import { DataTable } from './data-table'
import { Pager } from './pager'

type Table<Row> = Parameters<typeof DataTable<Row>>[0]

export function PagedTable<Row>({
  paginacion,
  onPage,
  ...table
}: Table<Row> & {
  paginacion: Omit<ComponentProps<typeof Pager>, 'onPage'>
  onPage: (page: number) => void
}) {
  return (
    <>
      <DataTable {...table} />
      <Pager {...paginacion} onPage={onPage} />
    </>
  )
}
