// How it is paid, and the instalments of a credit.

import { SelectField, TextField } from '../../ui/field'
import { useTable } from './bound'
import { emptyInstalment, INSTALMENT, type Instalment, PAGO, type Pago } from './pago'
import { type RowProps, Rows } from './rows'
import type { ViewProps } from './view'

const FORMAS = [
  ['1', 'Contado'],
  ['2', 'Crédito'],
  ['3', 'Sin costo'],
] as const

export function PagoView({ state, onChange }: ViewProps<Pago>) {
  const bind = useTable(PAGO, '', state, onChange)
  return (
    <>
      <div className="grilla">
        <SelectField {...bind('forma')} label="Forma de pago" options={FORMAS} />
        <TextField {...bind('vence')} label="Vencimiento" optional />
      </div>
      {state.forma === '2' && (
        <Rows
          rows={state.cuotas}
          at="pagos"
          empty={emptyInstalment}
          words={['Cuota', 'Quitar la cuota', 'Agregar cuota']}
          Row={Cuota}
          onChange={(cuotas) => onChange({ ...state, cuotas })}
        />
      )}
    </>
  )
}

function Cuota({ row, at, order, onChange }: RowProps<Instalment>) {
  const bind = useTable(INSTALMENT, at, row, onChange)
  return (
    <>
      <TextField {...bind('fecha')} label={`Cuota ${order}: fecha`} />
      <TextField {...bind('monto')} label="Monto" />
      <TextField {...bind('glosa')} label="Glosa" optional maxLength={40} />
    </>
  )
}
