// Rows of commissions and other charges.

import { SelectField, TextField } from '../../ui/field'
import { useTable } from './bound'
import { COMISION, type Comision, emptyComision } from './comisiones'
import { type RowProps, Rows } from './rows'

const TIPOS = [
  ['C', 'Comisión'],
  ['O', 'Otro cargo'],
] as const

const WORDS = ['Comisión o cargo', 'Quitar la comisión o cargo', 'Agregar comisión o cargo'] as const

/** `at`: the path of the list in the body. */
export const Comisiones = (list: {
  rows: readonly Comision[]
  at: string
  onChange: (rows: readonly Comision[]) => void
}) => <Rows {...list} empty={emptyComision} words={WORDS} Row={Row} />

function Row({ row, at, onChange }: RowProps<Comision>) {
  const bind = useTable(COMISION, at, row, onChange)
  return (
    <>
      <SelectField {...bind('tipo')} label="Tipo" options={TIPOS} />
      <TextField {...bind('glosa')} label="Glosa" maxLength={60} />
      <TextField {...bind('tasa')} label="Tasa %" optional />
      <TextField {...bind('neto')} label="Neto" />
      <TextField {...bind('exento')} label="Exento" optional />
      <TextField {...bind('iva')} label="IVA" hint="El del neto, si lo deja en blanco." optional />
    </>
  )
}
