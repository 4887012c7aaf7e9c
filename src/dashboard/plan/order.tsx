// An order, asked about until it is settled: paid at Flow, or settled among people and confirmed.

import { useEffect } from 'react'
import { useApi, useInvalidate, useWrite } from '../api/query'
import { FaultNotice } from '../shell/fault-notice'
import { Loaded } from '../shell/loaded'
import { Button } from '../ui/button'
import { formatInstant, formatPesos } from '../ui/format'
import { Notice } from '../ui/notice'
import type { Tone } from '../ui/status'
import { payAt } from './plans'

const DICHO: Readonly<Record<string, readonly [Tone, string]>> = {
  abierto: ['espera', 'Orden por pagar'],
  pagado: ['bien', 'Orden pagada'],
  vencido: ['aviso', 'La orden venció sin pago'],
  anulado: ['aviso', 'La orden se anuló'],
  rechazado: ['mal', 'El pago se rechazó'],
}

export function Order({ id, onClose }: { id: string; onClose: () => void }) {
  const invalidate = useInvalidate()
  const query = useApi(
    'GET /v1/billing/checkout/:id',
    { params: { id } },
    { cada: (answer) => (answer?.data.estado === 'abierto' ? 3000 : false) },
  )
  const confirm = useWrite('POST /v1/billing/checkout/:id/confirmar', 'GET /v1/billing/checkout/:id')
  const annul = useWrite('DELETE /v1/billing/checkout/:id', 'GET /v1/billing/checkout/:id')
  const fault = confirm.error ?? annul.error
  const estado = query.data?.data.estado
  const paid = estado === 'pagado'
  // biome-ignore lint/correctness/useExhaustiveDependencies: once when it is paid
  useEffect(() => {
    if (paid)
      void invalidate(
        'GET /v1/cuenta/planes',
        'GET /v1/cuenta/uso',
        'GET /v1/billing/suscripcion',
        'GET /v1/billing/cobros',
      )
  }, [paid])
  return (
    <Loaded query={query} missing="Esa orden" list={['/plan', 'Plan']}>
      {({ data }) => {
        const [tone, title] = DICHO[data.estado] ?? ['neutro', data.estado]
        const pay = payAt(data.url)
        return (
          <Notice tone={tone} title={title} {...(data.estado !== 'abierto' && { onClose })}>
            <p>
              Plan {data.plan}, {data.ciclo}: {formatPesos(data.monto)}.
            </p>
            {data.estado === 'abierto' && (
              <>
                <p>
                  {pay
                    ? 'Al volver del pago, esta página dice cómo quedó.'
                    : 'Acuerde el pago con quien administra el servidor. Después confírmelo aquí o, si este servidor no lo permite, lo confirma quien lo administra con «timbre billing confirmar» y el número de la orden.'}
                </p>
                <p>
                  Orden <span className="codigo">{data.id}</span>, hasta el {formatInstant(data.expira_en)}
                </p>
                <div className="acciones">
                  {pay ? (
                    <a className="boton primario" href={pay}>
                      Ir a pagar
                    </a>
                  ) : (
                    <Button busy={confirm.isPending} onClick={() => confirm.mutate({ params: { id } })}>
                      Confirmar el pago
                    </Button>
                  )}
                  <Button busy={annul.isPending} onClick={() => annul.mutate({ params: { id } })}>
                    Anular la orden
                  </Button>
                </div>
              </>
            )}
            {fault && <FaultNotice fault={fault} />}
          </Notice>
        )
      }}
    </Loaded>
  )
}
