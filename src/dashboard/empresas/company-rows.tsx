// Companies as rows: of a page, and those that a text finds.

import { Link } from 'wouter'
import type { DataOf } from '../api/client'
import { avisoDe } from '../shell/asuntos'
import type { useCompaniesAttention } from '../shell/companies-attention'
import { NOMBRE_AMBIENTE } from '../ui/ambiente'
import { Button, LinkButton } from '../ui/button'
import { type Column, DataTable } from '../ui/data-table'
import { formatRut } from '../ui/format'
import { Empty } from '../ui/notice'
import { Status } from '../ui/status'

type Empresa = DataOf<'GET /v1/empresa'>[number]
export type Row = Pick<Empresa, 'id' | 'rut' | 'razon_social' | 'ambiente'> & Partial<Pick<Empresa, 'comuna'>>

export const RUT: Column<Pick<Empresa, 'rut'>> = {
  id: 'rut',
  title: 'RUT',
  numeric: true,
  cell: ({ rut }) => formatRut(rut),
}

export type Waiting = Pick<ReturnType<typeof useCompaniesAttention>, 'attention' | 'days'>

/** As many lines as are seen of one company: one alone would hide what else is wrong. */
const LINES = 3

/** The most urgent in words, each with the way to it, and how much more there is. */
function Needs({ rut, id, waiting: { attention, days } }: Pick<Row, 'rut' | 'id'> & { waiting: Waiting }) {
  const asuntos = attention.get(id) ?? []
  if (!asuntos.length) return null
  return (
    <ul className="avisos-empresa">
      {asuntos.slice(0, LINES).map((asunto) => {
        const { id, tone, icon, text, href } = avisoDe(asunto, days)
        return (
          <li key={id}>
            <Link href={`~/app/${rut}${href}`}>
              <Status tone={tone} icon={icon}>
                {text}
              </Status>
            </Link>
          </li>
        )
      })}
      {asuntos.length > LINES && (
        <li>
          <Link href={`~/app/${rut}/`}>y {asuntos.length - LINES} más</Link>
        </li>
      )}
    </ul>
  )
}

/** `here`: the company of the address. */
export const columnsOf = (here: string, waiting: Waiting): readonly Column<Row>[] => [
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
    id: 'atencion',
    title: 'Requiere atención',
    whole: true,
    cell: ({ id, rut }) => <Needs {...{ id, rut, waiting }} />,
  },
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

/** The companies found among all that the person sees, not on this page alone: the session knows them. */
export function Found({
  rows,
  columns,
  nothing,
  onClear,
}: {
  rows: readonly Row[]
  columns: readonly Column<Row>[]
  nothing: string
  onClear: () => void
}) {
  return rows.length ? (
    <DataTable
      caption="Empresas encontradas"
      // The session knows no comuna: an empty column would say that there is none.
      columns={columns.filter(({ id }) => id !== 'comuna')}
      rows={rows}
      rowKey={({ id }) => id}
    />
  ) : (
    <Empty title={nothing}>
      <Button onClick={onClear}>Ver todas</Button>
    </Empty>
  )
}
