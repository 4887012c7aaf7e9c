// An export: country and currency first, customs folded.

import { useContext, useState } from 'react'
import { TABLAS } from '../../../domain/dte/aduana'
import { MONEDAS } from '../../../domain/dte/moneda'
import { tipoDocumento } from '../../../domain/dte/tipos'
import { AduanaCodeField } from '../../ui/aduana-code-field'
import { SelectField, TextField } from '../../ui/field'
import { FieldsContext } from '../fields'
import { AduanaView } from './aduana-view'
import { useTable } from './bound'
import { EN_ADUANA, EXPORTACION, type Exportacion, VENCIMIENTO } from './exportacion'
import type { ViewProps } from './view'

const SERVICIOS = [
  ['', 'No: es de bienes'],
  ['3', 'Servicios calificados por Aduana'],
  ['4', 'Hotelería'],
  ['5', 'Transporte terrestre internacional'],
  ['6', 'Prestados y usados en el extranjero'],
] as const

const FORMAS: readonly (readonly [string, string])[] = [
  ['', 'Sin indicar'],
  ...[...TABLAS.formaPago.codigos.values()].map(
    ({ codigo, glosa, sigla }) => [String(codigo), glosa ?? sigla ?? String(codigo)] as const,
  ),
]

/** Those in use, by their SII word, the dollar first. */
const IN_USE = MONEDAS.filter(({ iso }) => iso !== undefined).map(
  ({ palabra, iso }) => [palabra, `${iso} · ${palabra}`] as const,
)
const CURRENCIES: readonly (readonly [string, string])[] = [
  ['', 'Elija'],
  ...IN_USE.filter(([palabra]) => palabra === 'DOLAR USA' || palabra === 'EURO'),
  ...IN_USE.filter(([palabra]) => palabra !== 'DOLAR USA' && palabra !== 'EURO'),
]

export default function ExportacionView({ state, tipo, onChange }: ViewProps<Exportacion>) {
  const bind = useTable(EXPORTACION, 'exportacion', state, onChange)
  const bindVence = useTable(VENCIMIENTO, '', state, onChange)
  const { faults } = useContext(FieldsContext)
  const { nota, monedaExtranjera: foreign } = tipoDocumento(tipo)
  const used = state.paquetes.length > 0 || Object.values(state.aduana).some((value) => value !== '')
  const [open, setOpen] = useState(used)
  if (!open && Object.keys(faults).some((key) => key.startsWith(EN_ADUANA))) setOpen(true)
  const known = CURRENCIES.some(([value]) => value === state.moneda)
  return (
    <>
      <div className="grilla">
        <AduanaCodeField
          {...bind('pais')}
          tabla="pais"
          label="País del receptor"
          optional={nota !== null || !foreign}
        />
        {foreign && (
          <>
            <SelectField
              {...bind('moneda')}
              label="Moneda"
              options={known ? CURRENCIES : [...CURRENCIES, [state.moneda, state.moneda] as const]}
            />
            <TextField {...bind('cambio')} label="Tipo de cambio" hint="Pesos por cada unidad." />
          </>
        )}
        {!nota && (
          <TextField
            {...bind('bultos')}
            label="Total de bultos"
            optional={state.servicio !== '' || !foreign}
          />
        )}
      </div>
      {foreign && (
        <div className="grilla">
          <SelectField {...bind('formaPago')} label="Forma de pago" optional options={FORMAS} />
          <SelectField {...bind('servicio')} label="Exporta servicios" optional options={SERVICIOS} />
          <TextField {...bindVence('vence')} label="Vencimiento" optional />
          {state.formaPago === '32' && (
            <TextField {...bind('cancelacion')} label="Fecha del pago anticipado" />
          )}
        </div>
      )}
      <details open={open} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
        <summary>Aduana: venta, transporte, pesos y bultos</summary>
        {open && <AduanaView state={state} onChange={onChange} />}
      </details>
    </>
  )
}
