// The means of payment of a boleta.

import { SelectField } from '../../ui/field'
import { BOLETA, type Boleta } from './boleta'
import { useTable } from './bound'
import type { ViewProps } from './view'

/** MedioPago of boletas (domain/dte §2.4). */
const MEDIOS = [
  ['', 'Sin indicar'],
  ['1', 'Efectivo'],
  ['2', 'Pago electrónico'],
  ['3', 'Transferencia'],
  ['4', 'Cheque'],
  ['5', 'Otro'],
] as const

export function BoletaView({ state, onChange }: ViewProps<Boleta>) {
  const bind = useTable(BOLETA, '', state, onChange)
  return (
    <div className="grilla">
      <SelectField {...bind('medio')} label="Medio de pago" optional options={MEDIOS} />
    </div>
  )
}
