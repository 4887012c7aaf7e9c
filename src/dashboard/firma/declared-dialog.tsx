// A person's mark that the F29 of a month was filed, and on what day: nothing is filed from here (areas/firma §2).

import { useState } from 'react'
import { chileDate } from '../../domain/fecha'
import { useWrite } from '../api/query'
import { FaultNotice } from '../shell/fault-notice'
import { Dialog } from '../ui/dialog'
import { SelectField, TextField } from '../ui/field'
import { Form, FormActions } from '../ui/form'
import { formatPeriod } from '../ui/format'
import type { Fila } from './words'

/** `periodos`: those that may be marked, what is overdue first. */
export function DeclaredDialog({
  empresa,
  periodos,
  onClose,
}: {
  empresa: Fila['empresa']
  periodos: readonly string[]
  onClose: () => void
}) {
  const hoy = chileDate(new Date())
  const [periodo, setPeriodo] = useState(periodos[0]!)
  const [dia, setDia] = useState(hoy)
  const mark = useWrite('PUT /v1/firma/f29/:empresa_id/:periodo', 'GET /v1/firma/estado')
  const atDay = mark.error?.of('declarado_el')
  return (
    <Dialog title={`F29 declarado: ${empresa.razon_social}`} onClose={onClose}>
      <Form
        fault={mark.error}
        onSubmit={() => {
          if (mark.isPending) return
          const params = { empresa_id: empresa.id, periodo }
          mark.mutate({ params, body: { declarado_el: dia } }, { onSuccess: onClose })
        }}
      >
        <SelectField
          label="Mes"
          options={periodos.map((one) => [one, formatPeriod(one)] as const)}
          value={periodo}
          onChange={setPeriodo}
        />
        <TextField
          label="Se declaró el"
          hint="Es una marca: nada se presenta desde aquí"
          type="date"
          max={hoy}
          value={dia}
          onChange={setDia}
          error={atDay}
        />
        {mark.error && !atDay && <FaultNotice fault={mark.error} />}
        <FormActions action="Marcar declarado" busy={mark.isPending} onClose={onClose} />
      </Form>
    </Dialog>
  )
}
