// The documents of a batch, each with its rows and what became of it.

import { Link } from 'wouter'
import { type Column, DataTable } from '../../ui/data-table'
import { formatNumber } from '../../ui/format'
import { Status } from '../../ui/status'
import { shortName } from '../../ui/tipo'
import type { BatchDocument, RowFault } from './documents'
import type { Outcome } from './outcome'

interface BatchRow {
  key: string
  documento: BatchDocument
  outcome: Outcome | undefined
}

/** The faults that stop a row now: unreadable cells, else the server's answer. */
export const faultsOf = ({ documento, outcome }: BatchRow): readonly RowFault[] =>
  documento.faults.length ? documento.faults : outcome && 'faults' in outcome ? outcome.faults : []

export const isTaken = ({ outcome }: BatchRow): boolean => outcome !== undefined && 'taken' in outcome

const COLUMNS: readonly Column<BatchRow>[] = [
  {
    id: 'filas',
    title: 'Filas',
    head: true,
    cell: ({ documento: { filas } }) => {
      const [first = 0] = filas
      return filas.length === 1 ? `Fila ${first}` : `Filas ${first} a ${filas.at(-1)}`
    },
  },
  {
    id: 'tipo',
    title: 'Documento',
    cell: ({ documento: { body } }) => (Number.isNaN(body.tipo_dte) ? '' : shortName(body.tipo_dte)),
  },
  {
    id: 'receptor',
    title: 'Receptor',
    cell: ({ documento: { body } }) => body.receptor?.razon_social ?? body.receptor?.rut ?? 'Sin identificar',
  },
  {
    id: 'lineas',
    title: 'Líneas',
    numeric: true,
    extra: true,
    cell: ({ documento: { filas } }) => formatNumber(filas.length),
  },
  { id: 'resultado', title: 'Resultado', cell: (row) => <Result row={row} /> },
]

export function BatchTable({ rows }: { rows: readonly BatchRow[] }) {
  return (
    <DataTable caption="Documentos de la planilla" columns={COLUMNS} rows={rows} rowKey={({ key }) => key} />
  )
}

function Result({ row }: { row: BatchRow }) {
  const { outcome } = row
  if (outcome && 'taken' in outcome) {
    const { tipo, folio } = outcome.taken
    return (
      <>
        <Status tone="bien" icon="✓">
          Emitido
        </Status>{' '}
        {folio === null ? (
          'programado'
        ) : (
          <Link href={`/documentos/${tipo}/${folio}`}>
            {shortName(tipo)} N° {folio}
          </Link>
        )}
        {outcome.warnings.map((text) => (
          <p key={text} className="ayuda">
            {text}
          </p>
        ))}
      </>
    )
  }
  const faults = faultsOf(row)
  if (!faults.length) return <span className="ayuda">Por emitir</span>
  return (
    <ul className="faltas lote-faltas">
      {faults.map(({ fila, columna, texto }) => (
        <li key={`${fila} ${columna} ${texto}`}>
          Fila {fila}
          {columna && (
            <>
              , <code>{columna}</code>
            </>
          )}
          : {texto}
        </li>
      ))}
    </ul>
  )
}
