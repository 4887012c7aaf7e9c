// The kind of a purchase and the IVA that the buyer withholds.

import { useState } from 'react'
import { IMPUESTOS } from '../../../domain/dte/impuestos'
import { chileDate } from '../../../domain/fecha'
import { SelectField } from '../../ui/field'
import { choiceOf } from '../line-options'
import { useBound } from './bound'
import { Comisiones } from './comisiones-view'
import type { Compra } from './compra'
import type { ViewProps } from './view'

/** TpoTranCompra (domain/dte §2.2). */
const TRANSACCIONES = [
  ['', 'Sin indicar'],
  ['1', 'Del giro'],
  ['2', 'Supermercado o similar'],
  ['3', 'Bien raíz'],
  ['4', 'Activo fijo'],
  ['5', 'Con IVA de uso común'],
  ['6', 'Sin derecho a crédito'],
  ['7', 'No corresponde incluir'],
] as const

export default function CompraView({ state, tipo, fecha, onChange }: ViewProps<Compra>) {
  const bind = useBound(state, onChange)
  const retenciones = IMPUESTOS.filter((tax) => tax.tipo === 'R' && tax.tipos.includes(tipo))
  const [open, setOpen] = useState(state.comisiones.length > 0)
  return (
    <>
      <div className="grilla">
        <SelectField
          {...bind('transaccion', 'tipo_transaccion_compra')}
          label="Tipo de compra"
          options={TRANSACCIONES}
        />
        <SelectField
          {...bind('retencion', 'compra.retencion.codigo')}
          label="Retención de IVA"
          hint="De todas las líneas afectas; la tasa es la de la ley."
          options={[
            ['', 'La de cada línea, o ninguna'],
            ...retenciones.map((tax) => choiceOf(tax, fecha || chileDate(new Date()))),
          ]}
        />
      </div>
      <details open={open} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
        <summary>Comisiones de la compra</summary>
        <Comisiones
          rows={state.comisiones}
          at="compra.comisiones"
          onChange={(comisiones) => onChange({ ...state, comisiones })}
        />
      </details>
    </>
  )
}
