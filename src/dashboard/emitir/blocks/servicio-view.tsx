// The kind of service and its days.

import { tipoDocumento } from '../../../domain/dte/tipos'
import { SelectField, TextField } from '../../ui/field'
import { useFields } from '../fields'
import type { Servicio } from './servicio'
import type { ViewProps } from './view'

const FACTURA = [
  ['', 'No es de servicios'],
  ['1', 'Servicios periódicos domiciliarios'],
  ['2', 'Otros servicios periódicos'],
  ['3', 'Factura de servicios'],
] as const
const BOLETA = [
  ['', 'Ventas y servicios'],
  ['1', 'Servicios periódicos'],
  ['2', 'Servicios periódicos domiciliarios'],
] as const

export function ServicioView({ state, tipo, onChange }: ViewProps<Servicio>) {
  const field = useFields()
  const options: readonly (readonly [string, string])[] =
    tipoDocumento(tipo).raiz === 'Boleta' ? BOLETA : FACTURA
  const known = options.some(([code]) => code === state.ind)
  return (
    <div className="grilla">
      <SelectField
        {...field('ind_servicio')}
        label="Servicio"
        options={known ? options : [...options, [state.ind, `Código ${state.ind}`]]}
        value={state.ind}
        onChange={(ind) => onChange({ ...state, ind })}
      />
      <TextField
        {...field('periodo_desde')}
        label="Período desde"
        optional
        type="date"
        value={state.desde}
        onChange={(desde) => onChange({ ...state, desde })}
      />
      <TextField
        {...field('periodo_hasta')}
        label="Período hasta"
        optional
        type="date"
        value={state.hasta}
        onChange={(hasta) => onChange({ ...state, hasta })}
      />
    </div>
  )
}
