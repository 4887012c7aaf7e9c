// Deleted records, to bring back one by one.

import type { Fault } from '../api/fault'
import { Button } from '../ui/button'
import { type Column, DataTable } from '../ui/data-table'
import { FaultNotice } from './fault-notice'

export function DeletedTable<R extends { id: string; razon_social: string }>({
  caption,
  columns,
  rows,
  stale,
  restoring,
  fault,
  onRestore,
}: {
  caption: string
  columns: readonly Column<R>[]
  rows: readonly R[]
  stale: boolean
  /** The id of the one that is under way. */
  restoring: string | undefined
  fault: Fault | null
  /** Null for who may not. */
  onRestore: ((row: R) => void) | null
}) {
  const actions: Column<R> = {
    id: 'acciones',
    title: 'Acciones',
    cell: (row) => (
      <Button
        small
        aria-label={`Restaurar ${row.razon_social}`}
        busy={restoring === row.id}
        onClick={() => onRestore?.(row)}
      >
        Restaurar
      </Button>
    ),
  }
  return (
    <>
      {fault && <FaultNotice fault={fault} />}
      <DataTable
        caption={caption}
        columns={onRestore ? [...columns, actions] : columns}
        rows={rows}
        rowKey={({ id }) => id}
        stale={stale}
      />
    </>
  )
}
