// Fields for print and search.

import { tipoDocumento } from '../../../domain/dte/tipos'
import { TextArea, TextField } from '../../ui/field'
import { useTable } from './bound'
import { OTROS, type Otros } from './otros'
import type { ViewProps } from './view'

export function OtrosView({ state, tipo, onChange }: ViewProps<Otros>) {
  const bind = useTable(OTROS, '', state, onChange)
  return (
    <div className="grilla">
      <TextArea
        {...bind('observaciones')}
        label="Observaciones"
        optional
        hint="Se imprimen; no van en el XML."
        rows={2}
        maxLength={1000}
      />
      <TextField
        {...bind('referencia')}
        label="Referencia propia"
        optional
        hint="Con ella se encuentra después: el número de su pedido, por ejemplo."
        maxLength={100}
      />
      <TextField
        {...bind('vendedor')}
        label="Vendedor"
        optional
        maxLength={tipoDocumento(tipo).raiz === 'Boleta' ? 8 : 60}
      />
    </div>
  )
}
