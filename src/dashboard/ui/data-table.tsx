// A table of at most a hundred rows: real cells, a caption, figures to the right; on a phone each row is a list item of two lines.

import type { ReactNode } from 'react'

export interface Column<Row> {
  id: string
  title: ReactNode
  cell: (row: Row) => ReactNode
  /** Figures: to the right, digits of one width. */
  numeric?: boolean
  /** Names the row for a screen reader. One a table. */
  head?: boolean
  /** Left out on a phone. */
  extra?: boolean
  /** A line of its own on a phone, when there is something in it. */
  whole?: boolean
  /** Stands before it on a phone, where no title does: for what says nothing without one. */
  before?: string
}

export function DataTable<Row>({
  caption,
  columns,
  rows,
  rowKey,
  stale = false,
  hideCaption = true,
  rowClass,
}: {
  /** What the table is, for who cannot see it. */
  caption: string
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  rowKey: (row: Row) => string
  /** The next rows are on their way: these are dimmed. */
  stale?: boolean
  hideCaption?: boolean
  rowClass?: (row: Row) => string | undefined
}) {
  const classOf = ({ numeric, extra, whole }: Column<Row>): string | undefined =>
    [numeric && 'numero', extra && 'sobra', whole && 'entera'].filter(Boolean).join(' ') || undefined
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keys
    // biome-ignore lint/a11y/useSemanticElements: a region by its role, as any frame that scrolls
    <div className="marco-tabla" role="region" aria-label={caption} tabIndex={0}>
      <table className="tabla en-lista" aria-busy={stale || undefined}>
        <caption className={hideCaption ? 'solo-lector' : undefined}>{caption}</caption>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column.id} scope="col" className={classOf(column)}>
                {column.title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={rowKey(row)} className={rowClass?.(row)}>
              {columns.map((column) =>
                column.head ? (
                  <th key={column.id} scope="row" className={classOf(column)}>
                    {column.cell(row)}
                  </th>
                ) : (
                  <td key={column.id} className={classOf(column)} data-titulo={column.before}>
                    {column.cell(row)}
                  </td>
                ),
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
