// The rows of the catalogue.

import { Link } from 'wouter'
import type { DataOf } from '../api/client'
import { FaultNotice } from '../shell/fault-notice'
import { Button } from '../ui/button'
import { type Column, DataTable } from '../ui/data-table'
import { Moment } from '../ui/moment'
import { Status } from '../ui/status'
import { priceWords } from './price'
import { Today } from './today'
import { useRestore } from './use-restore'

type Row = DataOf<'GET /v1/catalogo'>[number]

const NAME: Column<Row> = {
  id: 'nombre',
  title: 'Nombre',
  head: true,
  cell: ({ id, nombre, activo }) => (
    <>
      <Link href={`/catalogo/${id}`} className="ir">
        {nombre}
      </Link>{' '}
      {!activo && (
        <Status tone="neutro" icon="⊘">
          No se ofrece
        </Status>
      )}
    </>
  ),
}
const CODE: Column<Row> = {
  id: 'codigo',
  title: 'Código',
  cell: ({ codigo }) => <span className="fija">{codigo}</span>,
}
const COLUMNS: readonly Column<Row>[] = [
  NAME,
  CODE,
  { id: 'unidad', title: 'Unidad', extra: true, cell: ({ unidad }) => unidad ?? '' },
  { id: 'precio', title: 'Precio', numeric: true, cell: priceWords },
  {
    id: 'hoy',
    title: 'En pesos de hoy',
    numeric: true,
    before: 'Hoy',
    cell: ({ precio, moneda }) => (moneda === 'CLP' ? '' : <Today precio={precio} moneda={moneda} />),
  },
  {
    id: 'usado',
    title: 'Usado',
    extra: true,
    cell: ({ usado_en }) => (usado_en ? <Moment at={usado_en} /> : 'Nunca'),
  },
]

export function ProductTable({ rows, stale }: { rows: readonly Row[]; stale: boolean }) {
  const foreign = rows.some(({ moneda }) => moneda !== 'CLP')
  return (
    <DataTable
      caption="Productos"
      columns={foreign ? COLUMNS : COLUMNS.filter(({ id }) => id !== 'hoy')}
      rows={rows}
      rowKey={({ id }) => id}
      stale={stale}
    />
  )
}

export function DeletedProducts({
  rows,
  stale,
  mayChange,
}: {
  rows: readonly Row[]
  stale: boolean
  mayChange: boolean
}) {
  const { restore, bringBack } = useRestore()
  const deleted: Column<Row> = {
    id: 'cuando',
    title: 'Eliminado',
    cell: ({ eliminado_en }) => eliminado_en && <Moment at={eliminado_en} />,
  }
  const actions: Column<Row> = {
    id: 'acciones',
    title: 'Acciones',
    cell: (row) => (
      <Button
        small
        aria-label={`Restaurar ${row.nombre}`}
        busy={restore.isPending && restore.variables?.params.id === row.id}
        onClick={() => bringBack(row)}
      >
        Restaurar
      </Button>
    ),
  }
  return (
    <>
      {restore.error && <FaultNotice fault={restore.error} />}
      <DataTable
        caption="Productos eliminados"
        columns={[NAME, CODE, deleted, ...(mayChange ? [actions] : [])]}
        rows={rows}
        rowKey={({ id }) => id}
        stale={stale}
      />
    </>
  )
}
