// The kind of service and its days.

import { tipoDocumento } from '../../../domain/dte/tipos'
import { SelectField, TextField } from '../../ui/field'
import { useTable } from './bound'
import { SERVICIO, type Servicio } from './servicio'
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
  const bind = useTable(SERVICIO, '', state, onChange)
  const options: readonly (readonly [string, string])[] =
    tipoDocumento(tipo).raiz === 'Boleta' ? BOLETA : FACTURA
  const known = options.some(([code]) => code === state.ind)
  return (
    <div className="grilla">
      <SelectField
        {...bind('ind')}
        label="Servicio"
        options={known ? options : [...options, [state.ind, `Código ${state.ind}`]]}
      />
      <TextField {...bind('desde')} label="Período desde" optional />
      <TextField {...bind('hasta')} label="Período hasta" optional />
    </div>
  )
}
