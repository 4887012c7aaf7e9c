// The rows of the shared drafts; open ones can be chosen.

import { Link } from 'wouter'
import { type Column, DataTable } from '../../ui/data-table'
import { Moment } from '../../ui/moment'
import { Status, StatusWord } from '../../ui/status'
import { shortName } from '../../ui/tipo'
import { documentOf, ESTADO, nameOf, ORIGEN, type Row, receiverOf, totalOf } from './words'

const COLUMNS: readonly Column<Row>[] = [
  {
    id: 'documento',
    title: 'Documento',
    head: true,
    cell: (row) => (
      <Link href={`/borradores/${row.id}`} className="ir">
        {documentOf(row)}
      </Link>
    ),
  },
  { id: 'receptor', title: 'Receptor', cell: receiverOf },
  {
    id: 'total',
    title: 'Total',
    numeric: true,
    cell: (row) =>
      row.juicio.ok ? (
        totalOf(row)
      ) : (
        <Status tone="mal" icon="✕">
          {totalOf(row)}
        </Status>
      ),
  },
  { id: 'origen', title: 'Origen', extra: true, cell: ({ origen }) => ORIGEN[origen] },
  {
    id: 'cambio',
    title: 'Último cambio',
    cell: ({ updated_at, autor }) => (
      <>
        <Moment at={updated_at} /> <small>{autor}</small>
      </>
    ),
  },
]

const STATE: Column<Row> = {
  id: 'estado',
  title: 'Estado',
  cell: ({ estado, dte }) => (
    <>
      <StatusWord of={ESTADO[estado]} />{' '}
      {dte?.tipo_dte && dte.folio && (
        <Link href={`/documentos/${dte.tipo_dte}/${dte.folio}`}>
          {shortName(dte.tipo_dte)} N° {dte.folio}
        </Link>
      )}
    </>
  ),
}

export function DraftTable({
  rows,
  stale,
  choice,
}: {
  rows: readonly Row[]
  stale: boolean
  /** Null where there is nothing to do with several. */
  choice: { chosen: ReadonlySet<string>; onChoose: (chosen: ReadonlySet<string>) => void } | null
}) {
  const all = choice !== null && rows.every(({ id }) => choice.chosen.has(id))
  const toggle = ({ id }: Row): void => {
    const next = new Set(choice?.chosen)
    if (!next.delete(id)) next.add(id)
    choice?.onChoose(next)
  }
  const choose: Column<Row> = {
    id: 'elegir',
    title: (
      <Choice
        label="Seleccionar todos los de esta página"
        checked={all}
        onChange={() => choice?.onChoose(all ? new Set() : new Set(rows.map(({ id }) => id)))}
      />
    ),
    cell: (row) => (
      <Choice
        label={`Seleccionar ${nameOf(row)}`}
        checked={choice?.chosen.has(row.id) ?? false}
        onChange={() => toggle(row)}
      />
    ),
  }
  return (
    <DataTable
      caption="Borradores compartidos, lo último escrito primero"
      columns={choice ? [choose, ...COLUMNS] : [...COLUMNS, STATE]}
      rows={rows}
      rowKey={({ id }) => id}
      stale={stale}
      rowClass={({ id }) => (choice?.chosen.has(id) ? 'elegida' : undefined)}
    />
  )
}

/** A box in a target large enough to hit. */
const Choice = ({ label, checked, onChange }: { label: string; checked: boolean; onChange: () => void }) => (
  <label className="eleccion">
    <input type="checkbox" checked={checked} onChange={onChange} aria-label={label} />
  </label>
)
