// A table of at most a hundred rows: real cells, a caption, figures to the right; on a phone each row is a list item of two lines.

import { type ReactNode, useRef, useState } from 'react'
import { Button } from './button'
import { copyTable } from './copy-plain'

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
  /** The name of the table, for screen readers. */
  caption: string
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  rowKey: (row: Row) => string
  /** The next rows are on their way: these are dimmed. */
  stale?: boolean
  hideCaption?: boolean
  rowClass?: (row: Row) => string | undefined
}) {
  const table = useRef<HTMLTableElement>(null)
  const classOf = ({ numeric, extra, whole }: Column<Row>): string | undefined =>
    [numeric && 'numero', extra && 'sobra', whole && 'entera'].filter(Boolean).join(' ') || undefined
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keys
    // biome-ignore lint/a11y/useSemanticElements: a region by its role, as any frame that scrolls
    <div className="marco-tabla" role="region" aria-label={caption} tabIndex={0}>
      <table ref={table} className="tabla en-lista" aria-busy={stale || undefined}>
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
      {rows.length > 1 && (
        <CopyRows caption={caption} copy={() => !!table.current && copyTable(table.current)} />
      )}
    </div>
  )
}

/** The rows in sight for a spreadsheet, as the SII writes what they hold. */
function CopyRows({ caption, copy }: { caption: string; copy: () => boolean }) {
  const [said, setSaid] = useState('')
  return (
    <div className="pie-tabla">
      <Button
        small
        tone="liso"
        aria-label={`Copiar filas: ${caption}`}
        title="Para una planilla: RUT, fechas y montos como los escribe el SII. Lo que seleccione y copie sale igual."
        onClick={() => setSaid(copy() ? 'Copiadas' : 'Selecciónelas y cópielas con Ctrl+C')}
      >
        Copiar filas
      </Button>
      <small role="status">{said}</small>
    </div>
  )
}
