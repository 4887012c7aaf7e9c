// The deliveries of the last thirty days: how each went, and sending it again.

import { useEffect, useRef, useState } from 'react'
import type { DataOf } from '../api/client'
import { useApi, useInvalidate } from '../api/query'
import { FaultNotice } from '../shell/fault-notice'
import { PagedList } from '../shell/paged-list'
import { Button } from '../ui/button'
import type { Column } from '../ui/data-table'
import { Moment } from '../ui/moment'
import { Empty } from '../ui/notice'
import { Segments } from '../ui/segments'
import { DeliveryDialog, useResend } from './delivery-dialog'
import { askAgainIn, type Webhook, wordsOf } from './webhook-form'
import { DeliveryStatus } from './webhook-status'

export type Delivery = DataOf<'GET /v1/webhooks/:id/entregas'>[number]

const FILTROS = [
  ['todas', 'Todas'],
  ['pendiente', 'Pendientes'],
  ['entregada', 'Entregadas'],
  ['fallida', 'Fallidas'],
] as const
type Filtro = (typeof FILTROS)[number][0]

/** The results of deliveries tell whether the webhook works: its state is read again when they change. */
function useOwnState(rows: readonly Delivery[] | undefined): void {
  const invalidate = useInvalidate()
  const seen = useRef<string | null>(null)
  const outcome = rows?.map(({ id, estado, intentos }) => `${id} ${estado} ${intentos}`).join()
  // biome-ignore lint/correctness/useExhaustiveDependencies: `invalidate` is new at every drawing
  useEffect(() => {
    if (outcome === undefined) return
    if (seen.current !== null && seen.current !== outcome)
      void invalidate('GET /v1/webhooks/:id', 'GET /v1/webhooks')
    seen.current = outcome
  }, [outcome])
}

export function Deliveries({ webhook }: { webhook: Webhook }) {
  const [filtro, setFiltro] = useState<Filtro>('todas')
  const [pagina, setPagina] = useState(1)
  const [shown, setShown] = useState<string | null>(null)
  const params = { id: webhook.id }
  const query = useApi(
    'GET /v1/webhooks/:id/entregas',
    { params, query: { limite: 25, pagina, ...(filtro !== 'todas' && { estado: filtro }) } },
    { conservar: true, cada: (answer) => askAgainIn(answer?.data, new Date()) },
  )
  useOwnState(query.data?.data)
  const resend = useResend()
  const columns: Column<Delivery>[] = [
    {
      id: 'evento',
      title: 'Evento',
      head: true,
      cell: ({ evento }) => (
        <>
          {wordsOf(evento)}
          <br />
          <small>{evento}</small>
        </>
      ),
    },
    { id: 'cuando', title: 'Cuándo', cell: ({ created_at }) => <Moment at={created_at} /> },
    { id: 'estado', title: 'Estado', cell: ({ estado }) => <DeliveryStatus estado={estado} /> },
    {
      id: 'respuesta',
      title: 'Respuesta',
      cell: ({ status, error, proximo_intento }) => (
        <>
          {status === null ? (error ?? '') : `HTTP ${status}`}
          {proximo_intento && (
            <>
              <br />
              <small>
                Se intenta de nuevo <Moment at={proximo_intento} />
              </small>
            </>
          )}
        </>
      ),
    },
    { id: 'intentos', title: 'Intentos', numeric: true, extra: true, cell: ({ intentos }) => intentos },
    {
      id: 'acciones',
      title: 'Acciones',
      cell: ({ id, evento }) => (
        <span className="acciones">
          <Button small aria-label={`Ver la entrega de ${evento}`} onClick={() => setShown(id)}>
            Ver
          </Button>
          {webhook.activo && (
            <Button
              small
              aria-label={`Reenviar ${evento}`}
              busy={resend.isPending && resend.variables?.params.entregaId === id}
              onClick={() => resend.mutate({ params: { id: webhook.id, entregaId: id } })}
            >
              Reenviar
            </Button>
          )}
        </span>
      ),
    },
  ]
  return (
    <section className="seccion">
      <h2>Entregas de los últimos 30 días</h2>
      <Segments
        label="Estado de las entregas"
        options={FILTROS}
        selected={filtro}
        onSelect={(chosen) => {
          setFiltro(chosen)
          setPagina(1)
        }}
      />
      {resend.error && <FaultNotice fault={resend.error} />}
      <PagedList
        query={query}
        caption="Entregas"
        columns={columns}
        rowKey={({ id }) => id}
        pagina={pagina}
        onPage={setPagina}
      >
        {filtro === 'todas' ? (
          <Empty title="Nada se ha enviado en 30 días">
            <p>
              {webhook.activo
                ? 'Pruébelo con «Probar», arriba: un evento de prueba sale en seguida.'
                : 'Actívelo y recibirá lo que pase desde entonces.'}
            </p>
          </Empty>
        ) : (
          <Empty title="Ninguna en ese estado">
            <Button onClick={() => setFiltro('todas')}>Ver todas</Button>
          </Empty>
        )}
      </PagedList>
      {shown && <DeliveryDialog webhook={webhook} id={shown} onClose={() => setShown(null)} />}
    </section>
  )
}
