// Rows of discounts and surcharges of the whole document.

import { Button } from '../../ui/button'
import { SelectField, TextField } from '../../ui/field'
import { useFields } from '../fields'
import { tidy } from '../read'
import { type Descuento, emptyDescuento } from './descuentos'
import type { ViewProps } from './view'

const TIPOS = [
  ['D', 'Descuento'],
  ['R', 'Recargo'],
] as const
const AFECTA = [
  ['', 'Lo afecto'],
  ['1', 'Lo exento'],
  ['2', 'Lo no facturable'],
] as const

export function DescuentosView({ state, onChange }: ViewProps<readonly Descuento[]>) {
  const field = useFields()
  const change = (i: number, row: Partial<Descuento>): void =>
    onChange(state.map((one, at) => (at === i ? { ...one, ...row } : one)))
  return (
    <>
      {state.map((row, i) => {
        const valor = field(`DscRcgGlobal[${i}].valor`)
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: they are sent by position and have no other name
          <fieldset key={i} className="fila-referencia">
            <legend className="solo-lector">Descuento o recargo global {i + 1}</legend>
            <div className="grilla">
              <SelectField
                {...field(`DscRcgGlobal[${i}].tipo`)}
                label="Tipo"
                options={TIPOS}
                value={row.tipo}
                onChange={(tipo) => change(i, { tipo })}
              />
              <TextField
                {...valor}
                label="Valor"
                placeholder="% o $"
                autoComplete="off"
                value={row.valor}
                onChange={(text) => change(i, { valor: text })}
                onBlur={() => {
                  change(i, { valor: tidy.portion(row.valor) })
                  valor.onBlur()
                }}
              />
              <TextField
                {...field(`DscRcgGlobal[${i}].glosa`)}
                label="Glosa"
                optional
                maxLength={45}
                value={row.glosa}
                onChange={(glosa) => change(i, { glosa })}
              />
              <SelectField
                {...field(`DscRcgGlobal[${i}].afecta_exento`)}
                label="Sobre"
                options={AFECTA}
                value={row.afecta}
                onChange={(afecta) => change(i, { afecta })}
              />
            </div>
            <Button
              small
              tone="liso"
              aria-label={`Quitar el descuento o recargo ${i + 1}`}
              onClick={() => onChange(state.filter((_, at) => at !== i))}
            >
              Quitar
            </Button>
          </fieldset>
        )
      })}
      <div>
        <Button small onClick={() => onChange([...state, emptyDescuento])}>
          Agregar descuento o recargo
        </Button>
      </div>
    </>
  )
}
