// Fields for print and search.

import { tipoDocumento } from '../../../domain/dte/tipos'
import { TextArea, TextField } from '../../ui/field'
import { useFields } from '../fields'
import type { Otros } from './otros'
import type { ViewProps } from './view'

export function OtrosView({ state, tipo, onChange }: ViewProps<Otros>) {
  const field = useFields()
  return (
    <div className="grilla">
      <TextArea
        {...field('observaciones')}
        label="Observaciones"
        optional
        hint="Se imprimen; no van en el XML."
        rows={2}
        maxLength={1000}
        value={state.observaciones}
        onChange={(observaciones) => onChange({ ...state, observaciones })}
      />
      <TextField
        {...field('referencia_externa')}
        label="Referencia propia"
        optional
        hint="Con ella se encuentra después: el número de su pedido, por ejemplo."
        maxLength={100}
        autoComplete="off"
        value={state.referencia}
        onChange={(referencia) => onChange({ ...state, referencia })}
      />
      <TextField
        {...field('vendedor')}
        label="Vendedor"
        optional
        maxLength={tipoDocumento(tipo).raiz === 'Boleta' ? 8 : 60}
        autoComplete="off"
        value={state.vendedor}
        onChange={(vendedor) => onChange({ ...state, vendedor })}
      />
    </div>
  )
}
