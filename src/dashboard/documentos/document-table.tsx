// The rows of the list: Enter on a document opens it, Space chooses it.

import type { KeyboardEvent } from 'react'
import { Link } from 'wouter'
import { RUT_CONSUMIDOR_FINAL } from '../../domain/rut'
import { notify } from '../shell/notices'
import { Button } from '../ui/button'
import { type Column, DataTable } from '../ui/data-table'
import { formatDate, formatPesos, formatRut } from '../ui/format'
import { SiiStatus, Status } from '../ui/status'
import { Term } from '../ui/term'
import { shortName } from '../ui/tipo'
import { DISPONIBLE, disponibleOf } from './disponible'
import { useDuplicate } from './duplicate'
import { estadoPropio } from './estado'
import { keyOf, type Row } from './rows'

const nameOf = ({ tipo_dte, folio }: Row): string => `${shortName(tipo_dte)} N° ${folio}`

export function DocumentTable({
  rows,
  stale,
  chosen,
  onChoose,
}: {
  rows: readonly Row[]
  stale: boolean
  chosen: ReadonlySet<string>
  onChoose: (chosen: ReadonlySet<string>) => void
}) {
  const toggle = (row: Row): void => {
    const next = new Set(chosen)
    if (!next.delete(keyOf(row))) next.add(keyOf(row))
    onChoose(next)
  }
  const { duplicate, isCopying, may } = useDuplicate(({ id }, title) =>
    // With a way on: it stays until it is taken or closed.
    notify({ tone: 'bien', title, href: `/borradores/${id}`, action: 'Ver el borrador', stays: true }),
  )
  const all = rows.length > 0 && rows.every((row) => chosen.has(keyOf(row)))
  const onKeyDown = (row: Row) => (event: KeyboardEvent) => {
    if (event.key !== ' ') return
    event.preventDefault()
    toggle(row)
  }
  const columns: readonly Column<Row>[] = [
    {
      id: 'elegir',
      title: (
        <Choice
          label="Seleccionar todos los de esta página"
          checked={all}
          onChange={() => onChoose(all ? new Set() : new Set(rows.map(keyOf)))}
        />
      ),
      cell: (row) => (
        <Choice
          label={`Seleccionar ${nameOf(row)}`}
          checked={chosen.has(keyOf(row))}
          onChange={() => toggle(row)}
        />
      ),
    },
    {
      id: 'documento',
      title: 'Documento',
      head: true,
      cell: (row) => (
        <Link
          href={`/documentos/${row.tipo_dte}/${row.folio}`}
          className="ir"
          aria-keyshortcuts="Space"
          onKeyDown={onKeyDown(row)}
        >
          {nameOf(row)}
        </Link>
      ),
    },
    {
      id: 'fecha',
      title: 'Fecha',
      cell: (row) => <span className="fija">{formatDate(row.fecha_emision)}</span>,
    },
    {
      id: 'receptor',
      title: 'Receptor',
      cell: (row) => (
        <span className="receptor" title={row.razon_social_receptor ?? undefined}>
          {row.razon_social_receptor ?? 'Sin identificar'}{' '}
          {row.rut_receptor !== RUT_CONSUMIDOR_FINAL && (
            <small className="fija">{formatRut(row.rut_receptor)}</small>
          )}
        </span>
      ),
    },
    { id: 'total', title: 'Total', numeric: true, cell: (row) => formatPesos(row.monto_total) },
    {
      id: 'disponible',
      title: <Term means={DISPONIBLE}>Disponible para notas</Term>,
      numeric: true,
      extra: true,
      cell: (row) => {
        const disponible = disponibleOf(row)
        return disponible === null ? '' : formatPesos(disponible)
      },
    },
    { id: 'estado', title: 'Estado', cell: (row) => <RowStatus row={row} /> },
    ...(rows.some(may)
      ? [
          {
            id: 'acciones',
            title: 'Acciones',
            extra: true,
            cell: (row: Row) =>
              may(row) && (
                <Button
                  small
                  tone="liso"
                  aria-label={`Duplicar ${nameOf(row)} como borrador`}
                  busy={isCopying(row)}
                  onClick={() => duplicate(row)}
                >
                  Duplicar
                </Button>
              ),
          },
        ]
      : []),
  ]
  return (
    <DataTable
      caption="Documentos. Enter abre, Espacio selecciona"
      columns={columns}
      rows={rows}
      rowKey={keyOf}
      stale={stale}
      rowClass={(row) => (chosen.has(keyOf(row)) ? 'elegida' : undefined)}
    />
  )
}

/** A box in a target large enough to hit. */
function Choice({ label, checked, onChange }: { label: string; checked: boolean; onChange: () => void }) {
  return (
    <label className="eleccion">
      <input type="checkbox" checked={checked} onChange={onChange} aria-label={label} />
    </label>
  )
}

function RowStatus({ row }: { row: Row }) {
  if (row.gone)
    return (
      <Status tone="neutro" icon="↻">
        Cambió
      </Status>
    )
  const own = estadoPropio(row, row.anulado_por !== null)
  if (!own) return <SiiStatus estado={row.estado_sii} />
  return (
    <Status tone={own.tone} icon={own.icon}>
      {own.word}
    </Status>
  )
}
