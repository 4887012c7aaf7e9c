// The ranges that the SII says it granted, beside those that are loaded here, and the way to one that is not (areas/folios §2).

import { useState } from 'react'
import { FACTURA, type TipoDte } from '../../domain/dte/tipos'
import type { DataOf } from '../api/client'
import { useApi, useWrite } from '../api/query'
import { useWish } from '../api/wish'
import { Cost } from '../shell/cost'
import { FaultNotice } from '../shell/fault-notice'
import { Button } from '../ui/button'
import { type Column, DataTable } from '../ui/data-table'
import { ConfirmDialog } from '../ui/dialog'
import { SelectField } from '../ui/field'
import { Form } from '../ui/form'
import { formatDate, formatNumber } from '../ui/format'
import { Empty } from '../ui/notice'
import { Status } from '../ui/status'
import { shortName } from '../ui/tipo'
import { nameOf, rangeOf, type Tramo } from './annul'
import type { Stock } from './proyeccion'
import { TIPOS } from './request-folios'

type Otorgado = DataOf<'GET /v1/dte/folios/sii'>[number]

/** Here since the SII was asked, too. */
const isLoaded = ({ cargado, desde, hasta }: Otorgado, stock: Stock | undefined): boolean =>
  cargado || Boolean(stock?.rangos.some((one) => one.desde <= desde && hasta <= one.hasta))

export function Granted({ onStarted }: { onStarted: (jobId: string) => void }) {
  const [tipo, setTipo] = useState(String(FACTURA))
  const [fetching, setFetching] = useState<Tramo | null>(null)
  const stocks = useApi('GET /v1/dte/folios').data?.data
  // A question is no read that may be repeated by itself.
  const ask = useWrite('GET /v1/dte/folios/sii', 'GET /v1/cuenta/uso')
  const asked = Number(ask.variables?.query.tipo_dte)
  const stock = stocks?.find(({ tipo_dte }) => tipo_dte === asked)
  const name = shortName(asked).toLowerCase()
  const columns: readonly Column<Otorgado>[] = [
    { id: 'folios', title: 'Folios', head: true, cell: rangeOf },
    {
      id: 'cuantos',
      title: 'Cuántos',
      before: 'Cuántos',
      numeric: true,
      cell: ({ cantidad }) => formatNumber(cantidad),
    },
    {
      id: 'fecha',
      title: 'Autorizado',
      before: 'Autorizado',
      cell: ({ fecha }) => (fecha ? formatDate(fecha) : 'sin fecha'),
    },
    {
      id: 'aqui',
      title: 'Aquí',
      cell: (one) =>
        isLoaded(one, stock) ? (
          <Status tone="bien" icon="✓">
            Cargado
          </Status>
        ) : (
          <Status tone="aviso" icon="!">
            No está
          </Status>
        ),
    },
    {
      id: 'reobtener',
      title: <span className="solo-lector">Reobtener</span>,
      cell: (one) =>
        !isLoaded(one, stock) && (
          <Button
            small
            aria-haspopup="dialog"
            aria-label={`Reobtener ${nameOf({ ...one, tipo_dte: asked })}`}
            onClick={() => setFetching({ tipo_dte: asked, desde: one.desde, hasta: one.hasta })}
          >
            Reobtener
          </Button>
        ),
    },
  ]
  return (
    <div className="columna">
      <Form onSubmit={() => !ask.isPending && ask.mutate({ query: { tipo_dte: tipo } })}>
        <SelectField label="Tipo de documento" options={TIPOS} value={tipo} onChange={setTipo} />
        <Cost>Cada pregunta gasta una consulta al SII.</Cost>
        <div className="acciones">
          <Button type="submit" tone={ask.data ? 'normal' : 'primario'} busy={ask.isPending}>
            {ask.data ? 'Preguntar de nuevo' : 'Ver los que otorgó el SII'}
          </Button>
        </div>
      </Form>
      {ask.error && <FaultNotice fault={ask.error} />}
      {ask.data &&
        (ask.data.data.length === 0 ? (
          <Empty title={`El SII no muestra folios de ${name}`}>
            <p>No los ha otorgado a la empresa, o todos están anulados.</p>
          </Empty>
        ) : (
          <>
            <DataTable
              hideCaption={false}
              caption={`Rangos de ${name} que el SII ha otorgado`}
              columns={columns}
              rows={ask.data.data}
              rowKey={({ desde }) => String(desde)}
            />
            <p>
              <small>Cuáles de sus folios están usados o anulados no lo dice el SII en esta lista.</small>
            </p>
          </>
        ))}
      {fetching && <Fetch tramo={fetching} onStarted={onStarted} onClose={() => setFetching(null)} />}
    </div>
  )
}

function Fetch({
  tramo,
  onStarted,
  onClose,
}: {
  tramo: Tramo
  onStarted: (jobId: string) => void
  onClose: () => void
}) {
  const body = { ...tramo, tipo_dte: tramo.tipo_dte as TipoDte }
  const wish = useWish()
  const fetchRange = useWrite(
    'POST /v1/dte/folios/reobtener',
    'GET /v1/dte/folios/trabajos',
    'GET /v1/dte/folios',
  )
  return (
    <ConfirmDialog
      title={`Reobtener ${nameOf(tramo)}`}
      action="Reobtener del SII"
      danger={false}
      busy={fetchRange.isPending}
      onConfirm={() =>
        fetchRange.mutate(
          { query: { esperar: 0 }, body, clave: wish.keyOf(body) },
          {
            onSettled: (_, fault) => wish.settled(fault),
            onSuccess({ data }) {
              if ('job_id' in data) onStarted(data.job_id)
              onClose()
            },
          },
        )
      }
      onClose={onClose}
    >
      <p>
        Se descarga el archivo y se carga aquí. Otro programa puede haber usado algunos: antes de tomar el
        primero se pregunta al SII cuáles ya tiene.
      </p>
      <Cost>Gasta una consulta al SII.</Cost>
      {fetchRange.error && <FaultNotice fault={fetchRange.error} />}
    </ConfirmDialog>
  )
}
