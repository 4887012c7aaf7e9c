// A page of rows and the way to the others; behind the end, the way to the first.

import type { ReactNode } from 'react'
import { DataTable } from './data-table'
import { plural } from './format'
import { NoSuchPage, Pager } from './pager'

export type PagedTableProps<Row> = Parameters<typeof DataTable<Row>>[0] & {
  paginacion: { paginas: number; total: number }
  /** The page that was asked for: the rows in sight may still be another's. */
  pagina: number
  onPage: (pagina: number) => void
  /** The noun of a row: how many there are in all stands above them. */
  counted?: string
  /** Says why there is no row at all. */
  children?: ReactNode
}

export function PagedTable<Row>({
  paginacion: { paginas, total },
  pagina,
  onPage,
  counted,
  children,
  ...table
}: PagedTableProps<Row>) {
  if (!table.rows.length) return pagina > 1 ? <NoSuchPage onFirst={() => onPage(1)} /> : children
  const page = (
    <>
      <DataTable {...table} />
      <Pager {...{ pagina, paginas, total, onPage }} />
    </>
  )
  if (!counted) return page
  return (
    <div className="columna">
      <p role="status">{plural(total, counted)}</p>
      {page}
    </div>
  )
}
