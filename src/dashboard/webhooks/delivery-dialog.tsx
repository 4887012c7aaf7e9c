// One delivery: each attempt with its headers, the exact bytes that were signed, the answer and how long it took.

import type { DataOf } from '../api/client'
import { useApi, useWrite } from '../api/query'
import { FaultNotice } from '../shell/fault-notice'
import { Loaded } from '../shell/loaded'
import { Button } from '../ui/button'
import { Dialog } from '../ui/dialog'
import { formatNumber } from '../ui/format'
import { Moment } from '../ui/moment'
import { askAgainIn, spread, type Webhook, wordsOf } from './webhook-form'
import { DeliveryStatus } from './webhook-status'

type Detail = DataOf<'GET /v1/webhooks/:id/entregas/:entregaId'>
type Attempt = Detail['detalle_intentos'][number]

export function DeliveryDialog({
  webhook,
  id,
  onClose,
}: {
  webhook: Webhook
  id: string
  onClose: () => void
}) {
  const params = { id: webhook.id, entregaId: id }
  const query = useApi(
    'GET /v1/webhooks/:id/entregas/:entregaId',
    { params },
    { cada: (answer) => askAgainIn(answer && [answer.data], new Date()) },
  )
  const resend = useResend()
  return (
    <Dialog title="Entrega" onClose={onClose} wide>
      <Loaded query={query} missing="Esa entrega">
        {({ data }) => (
          <>
            <dl className="pares">
              <dt>Evento</dt>
              <dd>
                {wordsOf(data.evento)} <small>{data.evento}</small>
              </dd>
              <dt>webhook-id</dt>
              <dd className="codigo">{data.evento_id}</dd>
              <dt>Estado</dt>
              <dd>
                <DeliveryStatus estado={data.estado} />
              </dd>
            </dl>
            {webhook.activo && (
              <div className="acciones">
                <Button busy={resend.isPending} onClick={() => resend.mutate({ params })}>
                  Reenviar
                </Button>
              </div>
            )}
            {resend.error && <FaultNotice fault={resend.error} />}
            {data.detalle_intentos.length === 0 && <p>Aún no se intenta.</p>}
            {[...data.detalle_intentos].reverse().map((attempt, index) => (
              <AttemptDetails key={attempt.numero} attempt={attempt} open={index === 0} />
            ))}
          </>
        )}
      </Loaded>
    </Dialog>
  )
}

/** Sends a delivery again; the list and the delivery are asked for anew. */
export const useResend = () =>
  useWrite(
    'POST /v1/webhooks/:id/entregas/:entregaId/reenviar',
    'GET /v1/webhooks/:id/entregas',
    'GET /v1/webhooks/:id/entregas/:entregaId',
  )

function AttemptDetails({ attempt, open }: { attempt: Attempt; open: boolean }) {
  const { numero, fecha, duracion_ms, solicitud, respuesta } = attempt
  return (
    <details open={open} className="intento">
      <summary>
        Intento {numero} · {respuesta.status === null ? 'sin respuesta' : `HTTP ${respuesta.status}`} ·{' '}
        {formatNumber(duracion_ms)} ms · <Moment at={fecha} exact />
      </summary>
      <h3>Encabezados enviados</h3>
      <Pre label="Encabezados enviados">
        {Object.entries(solicitud.encabezados)
          .map(([name, value]) => `${name}: ${value}`)
          .join('\n')}
      </Pre>
      <h3>Cuerpo enviado: los bytes exactos que se firmaron</h3>
      <Pre label="Cuerpo enviado">{solicitud.cuerpo}</Pre>
      <h3>Respuesta</h3>
      {respuesta.error && <p>{respuesta.error}</p>}
      {respuesta.cuerpo ? <Pre label="Respuesta">{spread(respuesta.cuerpo)}</Pre> : <p>Sin cuerpo.</p>}
    </details>
  )
}

/** A scrolling area must be reachable by keys. */
function Pre({ label, children }: { label: string; children: string }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keys
    // biome-ignore lint/a11y/useSemanticElements: a region by its role, as any frame that scrolls
    <pre tabIndex={0} role="region" aria-label={label} className="entero">
      {children}
    </pre>
  )
}
