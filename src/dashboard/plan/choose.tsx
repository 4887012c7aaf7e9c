// Another plan: asked for when it is smaller or costs nothing, else an order to pay.

import { useState } from 'react'
import { useWrite } from '../api/query'
import { FaultNotice } from '../shell/fault-notice'
import { notify } from '../shell/notices'
import { Dialog } from '../ui/dialog'
import { SelectField } from '../ui/field'
import { Form, FormActions } from '../ui/form'
import { formatDate, formatPesos } from '../ui/format'
import { type Ciclo, isPaid, isSmaller, type NombrePlan, type Plan, priceOf } from './plans'

export function Choose({
  plan,
  current,
  tooMuch,
  onOrdered,
  onClose,
}: {
  plan: Plan
  current: NombrePlan
  /** The excess of this month over the plan's limits. */
  tooMuch: string | null
  onOrdered: (id: string) => void
  onClose: () => void
}) {
  const [ciclo, setCiclo] = useState<Ciclo>('mensual')
  const order = useWrite('POST /v1/billing/checkout')
  const ask = useWrite(
    'PUT /v1/cuenta/plan',
    'GET /v1/cuenta/planes',
    'GET /v1/cuenta/uso',
    'GET /v1/billing/suscripcion',
  )
  const paid = isPaid(plan, current, ciclo)
  const fault = order.error ?? ask.error
  const busy = order.isPending || ask.isPending
  const submit = (): void => {
    if (busy) return
    if (paid) {
      order.mutate({ body: { plan: plan.plan, ciclo } }, { onSuccess: ({ data }) => onOrdered(data.id) })
      return
    }
    ask.mutate(
      { body: { plan: plan.plan } },
      {
        onSuccess: ({ data }) => {
          notify({
            tone: 'bien',
            title: data.plan_siguiente
              ? `El plan ${data.plan_siguiente} rige desde el ${formatDate(data.vigente_desde)}`
              : `La cuenta tiene ahora el plan ${data.plan}`,
          })
          onClose()
        },
      },
    )
  }
  return (
    <Dialog title={`Cambiar al plan ${plan.plan}`} onClose={onClose}>
      <Form onSubmit={submit} fault={fault}>
        {plan.precio_mensual > 0 && (
          <SelectField<Ciclo>
            label="Pago"
            options={[
              ['mensual', `Cada mes, ${formatPesos(plan.precio_mensual)}`],
              ['anual', `Cada año, ${formatPesos(plan.precio_anual)}`],
            ]}
            value={ciclo}
            onChange={setCiclo}
          />
        )}
        <p>
          {paid
            ? `Se abre una orden por ${formatPesos(priceOf(plan, ciclo))}; el plan rige apenas se paga.`
            : isSmaller(plan, current)
              ? 'Es menor que el de ahora: rige al terminar el período pagado o, si no hay uno, el mes.'
              : 'Rige desde ahora, sin pago.'}
        </p>
        {tooMuch && <p>Sus límites son por mes, y {tooMuch}: más que los de este plan.</p>}
        {fault && <FaultNotice fault={fault} />}
        <FormActions action={paid ? 'Abrir la orden' : 'Cambiar de plan'} busy={busy} onClose={onClose} />
      </Form>
    </Dialog>
  )
}
