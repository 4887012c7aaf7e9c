// The day of the document, and the hour to wait for.

import { TextField } from '../../ui/field'
import { useFields } from '../fields'
import type { Fechas } from './fechas'
import type { ViewProps } from './view'

export function FechasView({ state, onChange }: ViewProps<Fechas>) {
  const field = useFields()
  return (
    <div className="grilla">
      <TextField
        {...field('fecha_emision')}
        label="Fecha de emisión"
        hint="En blanco es la de hoy, según el servidor."
        type="date"
        value={state.emision}
        onChange={(emision) => onChange({ ...state, emision })}
      />
      <TextField
        {...field('programar_para')}
        label="Emitir más tarde"
        optional
        hint="El folio se toma a esa hora."
        type="datetime-local"
        value={state.programar}
        onChange={(programar) => onChange({ ...state, programar })}
      />
    </div>
  )
}
