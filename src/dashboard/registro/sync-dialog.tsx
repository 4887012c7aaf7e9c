// A month brought from the SII itself: what it costs is said before, and its reading is watched in the page (http §26).

import { useState } from 'react'
import { chileDate } from '../../domain/fecha'
import { useWrite } from '../api/query'
import { useWish } from '../api/wish'
import { Cost } from '../shell/cost'
import { FaultNotice } from '../shell/fault-notice'
import { monthsUntil } from '../shell/period'
import { Dialog } from '../ui/dialog'
import { CheckField, SelectField } from '../ui/field'
import { Form, FormActions } from '../ui/form'
import { formatPeriod } from '../ui/format'

/** `periodo`: the month that is looked at; without one, the present. `onStarted` is told the job. */
export function SyncDialog({
  periodo: given,
  onStarted,
  onClose,
}: {
  periodo?: string
  onStarted: (jobId: string) => void
  onClose: () => void
}) {
  const months = monthsUntil(chileDate(new Date()))
  const [periodo, setPeriodo] = useState(given ?? months[0] ?? '')
  const [completa, setCompleta] = useState(false)
  const wish = useWish()
  const sync = useWrite('POST /v1/rcv/:periodo/sync', 'GET /v1/rcv/trabajos', 'GET /v1/rcv')
  const submit = (): void => {
    if (sync.isPending) return
    sync.mutate(
      {
        params: { periodo },
        query: { esperar: 0 },
        body: { completa },
        clave: wish.keyOf({ periodo, completa }),
      },
      {
        onSettled: (_, fault) => wish.settled(fault),
        onSuccess({ data }) {
          if ('job_id' in data) onStarted(data.job_id)
          onClose()
        },
      },
    )
  }
  return (
    <Dialog title={given ? `Traer ${formatPeriod(given)} del SII` : 'Traer un mes del SII'} onClose={onClose}>
      <Form onSubmit={submit} fault={sync.error}>
        {!given && (
          <SelectField
            label="Mes"
            options={months.map((one) => [one, formatPeriod(one)] as const)}
            value={periodo}
            onChange={setPeriodo}
          />
        )}
        <CheckField
          label="Leer también lo que el SII dice que no cambió"
          hint="Tarda más. Hace falta sólo si algo no calza."
          checked={completa}
          onChange={setCompleta}
        />
        <Cost>Gasta una consulta al SII, por largo que sea el mes.</Cost>
        {sync.error && <FaultNotice fault={sync.error} />}
        <FormActions action="Traer del SII" busy={sync.isPending} onClose={onClose} first />
      </Form>
    </Dialog>
  )
}
