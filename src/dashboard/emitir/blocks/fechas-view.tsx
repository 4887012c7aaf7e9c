// The day of the document, and the hour to wait for.

import { TextField } from '../../ui/field'
import { useBound } from './bound'
import type { Fechas } from './fechas'
import type { ViewProps } from './view'

export function FechasView({ state, onChange }: ViewProps<Fechas>) {
  const bind = useBound(state, onChange)
  return (
    <div className="grilla">
      <TextField
        {...bind('emision', 'fecha_emision')}
        label="Fecha de emisión"
        hint="En blanco es la de hoy, según el servidor."
        type="date"
      />
      <TextField
        {...bind('programar', 'programar_para')}
        label="Emitir más tarde"
        optional
        hint="El folio se toma a esa hora."
        type="datetime-local"
      />
    </div>
  )
}
