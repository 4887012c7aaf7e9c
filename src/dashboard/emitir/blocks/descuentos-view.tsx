// Rows of discounts and surcharges of the whole document.

import { SelectField, TextField } from '../../ui/field'
import { tidy } from '../../ui/read'
import { useBound } from './bound'
import { type Descuento, emptyDescuento } from './descuentos'
import { type RowProps, Rows } from './rows'
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

const WORDS = [
  'Descuento o recargo global',
  'Quitar el descuento o recargo',
  'Agregar descuento o recargo',
] as const

export const DescuentosView = ({ state, onChange }: ViewProps<readonly Descuento[]>) => (
  <Rows rows={state} at="DscRcgGlobal" empty={emptyDescuento} words={WORDS} {...{ Row, onChange }} />
)

function Row({ row, at, onChange }: RowProps<Descuento>) {
  const bind = useBound(row, onChange)
  const valor = bind('valor', `${at}.valor`, tidy.portion)
  return (
    <>
      <SelectField {...bind('tipo', `${at}.tipo`)} label="Tipo" options={TIPOS} />
      <TextField {...valor} label="Valor" placeholder="% o $" autoComplete="off" />
      <TextField {...bind('glosa', `${at}.glosa`)} label="Glosa" optional maxLength={45} />
      <SelectField {...bind('afecta', `${at}.afecta_exento`)} label="Sobre" options={AFECTA} />
    </>
  )
}
