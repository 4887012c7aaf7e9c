// A list that is a screen's whole answer: its states, a page of rows, and the words of the screen where there is none.

import type { UseQueryResult } from '@tanstack/react-query'
import type { Fault } from '../api/fault'
import { PagedTable, type PagedTableProps } from '../ui/paged-table'
import { Loaded } from './loaded'

type Page<Row> = { data: Row[]; paginacion: PagedTableProps<Row>['paginacion'] }

export const PagedList = <Row,>({
  query,
  ...table
}: Omit<PagedTableProps<Row>, 'rows' | 'stale' | 'paginacion'> & {
  query: UseQueryResult<Page<Row>, Fault>
}) => (
  <Loaded query={query}>
    {({ data, paginacion }) => (
      <PagedTable {...table} rows={data} stale={query.isPlaceholderData} paginacion={paginacion} />
    )}
  </Loaded>
)
