// The documents issued to a customer, newest first.

import { useState } from 'react'
import { Link } from 'wouter'
import type { DataOf } from '../api/client'
import { useApi } from '../api/query'
import { Loaded } from '../shell/loaded'
import { type Column, DataTable } from '../ui/data-table'
import { formatDate, formatPesos } from '../ui/format'
import { Pager } from '../ui/pager'
import { SiiStatus, Status } from '../ui/status'
import { shortName } from '../ui/tipo'

type Row = DataOf<'GET /v1/clientes/:id/documentos'>[number]

const COLUMNS: readonly Column<Row>[] = [
  {
    id: 'documento',
    title: 'Documento',
    head: true,
    cell: ({ tipo_dte, folio }) => (
      <Link href={`/documentos/${tipo_dte}/${folio}`} className="ir">
        {shortName(tipo_dte)} N° {folio}
      </Link>
    ),
  },
  { id: 'fecha', title: 'Fecha', cell: ({ fecha_emision }) => formatDate(fecha_emision) },
  { id: 'total', title: 'Total', numeric: true, cell: ({ monto_total }) => formatPesos(monto_total) },
  {
    id: 'estado',
    title: 'Estado',
    cell: ({ anulado_por, estado, estado_sii }) =>
      anulado_por ? (
        <Status tone="neutro" icon="⊘">
          Anulado
        </Status>
      ) : estado === 'discarded' ? (
        <Status tone="neutro" icon="⊘">
          Descartado
        </Status>
      ) : (
        <SiiStatus estado={estado_sii} />
      ),
  },
]

export function Documents({ id }: { id: string }) {
  const [pagina, setPagina] = useState(1)
  const query = useApi(
    'GET /v1/clientes/:id/documentos',
    { params: { id }, query: { limite: 10, pagina } },
    { conservar: true },
  )
  return (
    <section className="seccion" aria-labelledby="cliente-documentos">
      <h2 id="cliente-documentos">Documentos</h2>
      <Loaded query={query}>
        {({ data, paginacion }) =>
          data.length ? (
            <>
              <DataTable
                caption="Documentos del cliente"
                columns={COLUMNS}
                rows={data}
                rowKey={({ tipo_dte, folio }) => `${tipo_dte}-${folio}`}
                stale={query.isPlaceholderData}
              />
              <Pager {...paginacion} pagina={pagina} onPage={setPagina} />
            </>
          ) : (
            <p>Todavía no le emite ninguno en este ambiente.</p>
          )
        }
      </Loaded>
    </section>
  )
}
