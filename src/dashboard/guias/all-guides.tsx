// Every guide, with what became of it.

import { Link } from 'wouter'
import { Button } from '../ui/button'
import { type Column, DataTable } from '../ui/data-table'
import { formatDate, formatPesos } from '../ui/format'
import { SiiStatus, Status } from '../ui/status'
import { shortName } from '../ui/tipo'
import { type Guia, KINDS } from './groups'

export const folioColumn: Column<Guia> = {
  id: 'folio',
  title: 'Guía',
  head: true,
  cell: ({ folio }) => <Link href={`/documentos/52/${folio}`}>N° {folio}</Link>,
}

export const dateColumn: Column<Guia> = {
  id: 'fecha',
  title: 'Fecha',
  cell: ({ fecha_emision }) => formatDate(fecha_emision),
}

export const kindColumn: Column<Guia> = {
  id: 'traslado',
  title: 'Traslado',
  extra: true,
  cell: ({ ind_traslado }) => KINDS[ind_traslado] ?? String(ind_traslado),
}

export const totalColumn: Column<Guia> = {
  id: 'total',
  title: 'Total',
  numeric: true,
  cell: ({ monto_total }) => formatPesos(monto_total),
}

export const voidColumn = (onVoid: (guia: Guia) => void): Column<Guia> => ({
  id: 'anular',
  title: <span className="solo-lector">Anular</span>,
  cell: (guia) =>
    guia.estado === 'vigente' && !guia.facturada_por ? (
      <Button small tone="liso" aria-label={`Anular la guía ${guia.folio}`} onClick={() => onVoid(guia)}>
        Anular
      </Button>
    ) : null,
})

/** `onVoid` null: who may not. */
export function AllGuides({
  guias,
  stale,
  onVoid,
}: {
  guias: readonly Guia[]
  stale: boolean
  onVoid: ((guia: Guia) => void) | null
}) {
  const columns: readonly Column<Guia>[] = [
    folioColumn,
    dateColumn,
    {
      id: 'receptor',
      title: 'Receptor',
      cell: ({ razon_social_receptor, rut_receptor }) => razon_social_receptor ?? rut_receptor,
    },
    kindColumn,
    totalColumn,
    { id: 'estado', title: 'Estado', cell: (guia) => <State guia={guia} /> },
    ...(onVoid ? [voidColumn(onVoid)] : []),
  ]
  return (
    <DataTable
      caption="Guías de despacho"
      columns={columns}
      rows={guias}
      rowKey={({ folio }) => String(folio)}
      stale={stale}
    />
  )
}

function State({
  guia: { estado, motivo_anulacion, facturada_por, facturable, motivo_no_facturable, estado_sii },
}: {
  guia: Guia
}) {
  if (estado === 'anulada')
    return (
      <>
        <Status tone="neutro" icon="✕">
          Anulada
        </Status>{' '}
        <small>{motivo_anulacion}</small>
      </>
    )
  if (facturada_por)
    return (
      <Link href={`/documentos/${facturada_por.tipo_dte}/${facturada_por.folio}`}>
        {shortName(facturada_por.tipo_dte)} N° {facturada_por.folio}
      </Link>
    )
  return (
    <>
      <SiiStatus estado={estado_sii} /> <small>{facturable ? 'Por facturar' : motivo_no_facturable}</small>
    </>
  )
}
