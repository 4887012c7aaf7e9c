// Notes of credit with their invoices: what says so, and taking one away.

import { useState } from 'react'
import type { DataOf } from '../api/client'
import { useApi, useWrite } from '../api/query'
import { FaultNotice } from '../shell/fault-notice'
import { Button } from '../ui/button'
import type { Column } from '../ui/data-table'
import { ConfirmDialog } from '../ui/dialog'
import { formatDate, formatPesos, formatRut } from '../ui/format'
import { Empty } from '../ui/notice'
import { PagedTable } from '../ui/paged-table'
import { Evidence } from './evidence'
import { OfMonth, type PartProps } from './part'
import { nameOf } from './words'

type Vinculo = DataOf<'GET /v1/rcv/:periodo/vinculaciones'>[number]

/** The routes that a new or removed link makes old. */
export const LINKED = [
  'GET /v1/rcv/:periodo',
  'GET /v1/rcv/:periodo/vinculaciones',
  'GET /v1/rcv/:periodo/nc-pendientes',
  'GET /v1/rcv/vinculaciones',
] as const

export function Vinculos({ mayWrite, ...part }: PartProps & { mayWrite: boolean }) {
  const { periodo, pagina, onPage } = part
  const [leaving, setLeaving] = useState<Vinculo>()
  const asked = { pagina, limite: 50 }
  const query = useApi(
    'GET /v1/rcv/:periodo/vinculaciones',
    { params: { periodo }, query: asked },
    { conservar: true },
  )
  const remove = useWrite('DELETE /v1/rcv/vinculacion/:id', ...LINKED)
  const columns: readonly Column<Vinculo>[] = [
    {
      id: 'nota',
      title: 'Nota',
      head: true,
      cell: ({ nc }) => (
        <>
          {nameOf(nc)} <small>{formatDate(nc.fecha_emision)}</small>
        </>
      ),
    },
    { id: 'factura', title: 'Factura', before: 'De', cell: ({ factura }) => nameOf(factura) },
    {
      id: 'rut',
      title: 'Contraparte',
      extra: true,
      cell: ({ nc }) => <span className="fija">{formatRut(nc.rut)}</span>,
    },
    {
      id: 'monto',
      title: 'Le quita',
      numeric: true,
      before: 'Le quita',
      cell: ({ monto }) => formatPesos(monto),
    },
    {
      id: 'saldo',
      title: 'Queda de la factura',
      numeric: true,
      before: 'Queda',
      cell: ({ factura }) => formatPesos(factura.saldo),
    },
    { id: 'porque', title: 'Por qué', whole: true, cell: (one) => <Evidence {...one} /> },
    ...(mayWrite
      ? [
          {
            id: 'quitar',
            title: <span className="solo-lector">Quitar</span>,
            cell: (one: Vinculo) => (
              <Button
                small
                tone="liso"
                aria-label={`Quitar la vinculación de ${nameOf(one.nc)} con ${nameOf(one.factura)}`}
                onClick={() => setLeaving(one)}
              >
                Quitar
              </Button>
            ),
          },
        ]
      : []),
  ]
  return (
    <OfMonth query={query} {...part}>
      {({ data, paginacion }) => (
        <>
          <PagedTable
            caption="Notas de crédito con sus facturas"
            columns={columns}
            rows={data}
            rowKey={({ id }) => id}
            stale={query.isPlaceholderData}
            {...{ paginacion, pagina, onPage }}
          >
            <Empty title="Ninguna nota vinculada">
              <p>Aquí se ve a qué factura corresponde cada nota de crédito del mes, y por qué.</p>
            </Empty>
          </PagedTable>
          {leaving && (
            <ConfirmDialog
              title="Quitar la vinculación"
              action="Quitar la vinculación"
              busy={remove.isPending}
              onClose={() => {
                remove.reset()
                setLeaving(undefined)
              }}
              onConfirm={() =>
                remove.mutate({ params: { id: leaving.id } }, { onSuccess: () => setLeaving(undefined) })
              }
            >
              <p>
                {nameOf(leaving.nc)} deja de quitarle {formatPesos(leaving.monto)} a {nameOf(leaving.factura)}
                . El programa no la vuelve a hacer; una persona sí puede.
              </p>
              {remove.error && <FaultNotice fault={remove.error} />}
            </ConfirmDialog>
          )}
        </>
      )}
    </OfMonth>
  )
}
