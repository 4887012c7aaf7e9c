// The means of payment of a boleta.

import { SelectField } from '../../ui/field'
import { useFields } from '../fields'
import type { Boleta } from './boleta'
import type { ViewProps } from './view'

/** MedioPago of boletas (domain/dte §2.4). */
const MEDIOS = [
  ['', 'Sin indicar'],
  ['1', 'Efectivo'],
  ['2', 'Pago electrónico'],
  ['3', 'Transferencia'],
  ['4', 'Cheque'],
  ['5', 'Otro'],
] as const satisfies readonly (readonly [Boleta['medio'], string])[]

export function BoletaView({ state, onChange }: ViewProps<Boleta>) {
  return (
    <div className="grilla">
      <SelectField
        {...useFields()('medio_pago')}
        label="Medio de pago"
        optional
        options={MEDIOS}
        value={state.medio}
        onChange={(medio) => onChange({ medio })}
      />
    </div>
  )
}
