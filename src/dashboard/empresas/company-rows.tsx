// Companies as rows: of a page, and those that a text finds.

import { Link } from 'wouter'
import type { Datos } from '../api/client'
import { NOMBRE_AMBIENTE } from '../ui/ambiente'
import { Button, LinkButton } from '../ui/button'
import { type Column, DataTable } from '../ui/data-table'
import { formatRut } from '../ui/format'
import { Empty } from '../ui/notice'
import { Status } from '../ui/status'

type Empresa = Datos<'GET /v1/empresa'>[number]
export type Row = Pick<Empresa, 'id' | 'rut' | 'razon_social' | 'ambiente'> & Partial<Pick<Empresa, 'comuna'>>

export const RUT: Column<Pick<Empresa, 'rut'>> = {
  id: 'rut',
  title: 'RUT',
  numeric: true,
  cell: ({ rut }) => formatRut(rut),
}

/** `here`: the company of the address. */
export const columnsOf = (here: string): readonly Column<Row>[] => [
  {
    id: 'nombre',
    title: 'Razón social',
    head: true,
    cell: ({ id, razon_social }) => <Link href={`/empresas/${id}`}>{razon_social}</Link>,
  },
  RUT,
  { id: 'comuna', title: 'Comuna', extra: true, cell: ({ comuna }) => comuna ?? '' },
  { id: 'ambiente', title: 'Ambiente', cell: ({ ambiente }) => NOMBRE_AMBIENTE[ambiente] },
  {
    id: 'acciones',
    title: 'Acciones',
    cell: ({ id, rut, razon_social }) =>
      id === here ? (
        <Status tone="neutro" icon="●">
          Está en ella
        </Status>
      ) : (
        <LinkButton small href={`~/app/${rut}/`}>
          Ir a ella<span className="solo-lector">: {razon_social}</span>
        </LinkButton>
      ),
  },
]

/** Of all that the person sees, not of the page alone: the session knows them. */
export function Found({ rows, here, onClear }: { rows: readonly Row[]; here: string; onClear: () => void }) {
  return rows.length ? (
    <DataTable caption="Empresas encontradas" columns={columnsOf(here)} rows={rows} rowKey={({ id }) => id} />
  ) : (
    <Empty title="Ninguna empresa suya se llama así">
      <Button onClick={onClear}>Ver todas</Button>
    </Empty>
  )
}
