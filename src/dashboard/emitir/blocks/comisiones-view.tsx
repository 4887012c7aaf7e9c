// Rows of commissions and other charges.

import { Button } from '../../ui/button'
import { SelectField, TextField } from '../../ui/field'
import { useFields } from '../fields'
import { tidy } from '../read'
import { useBound } from './bound'
import { type Comision, emptyComision } from './comisiones'

const TIPOS = [
  ['C', 'Comisión'],
  ['O', 'Otro cargo'],
] as const

export function Comisiones({
  rows,
  at,
  onChange,
}: {
  rows: readonly Comision[]
  /** The path of the list in the body. */
  at: string
  onChange: (rows: readonly Comision[]) => void
}) {
  const whole = useFields()(at)
  return (
    <>
      {rows.map((row, i) => (
        <Row
          // biome-ignore lint/suspicious/noArrayIndexKey: they are sent by position and have no other name
          key={i}
          row={row}
          at={`${at}[${i}]`}
          order={i + 1}
          onChange={(next) => onChange(rows.map((one, j) => (j === i ? next : one)))}
          onRemove={() => onChange(rows.filter((_, j) => j !== i))}
        />
      ))}
      {whole.error && <span className="falta">{whole.error}</span>}
      <div>
        <Button small id={whole.id} onClick={() => onChange([...rows, emptyComision])}>
          Agregar comisión o cargo
        </Button>
      </div>
    </>
  )
}

function Row({
  row,
  at,
  order,
  onChange,
  onRemove,
}: {
  row: Comision
  at: string
  order: number
  onChange: (row: Comision) => void
  onRemove: () => void
}) {
  const bind = useBound(row, onChange)
  const amount = { inputMode: 'decimal', autoComplete: 'off' } as const
  return (
    <fieldset className="fila-referencia">
      <legend className="solo-lector">Comisión o cargo {order}</legend>
      <div className="grilla">
        <SelectField
          {...useFields()(`${at}.tipo`)}
          label="Tipo"
          options={TIPOS}
          value={row.tipo}
          onChange={(tipo) => onChange({ ...row, tipo })}
        />
        <TextField {...bind('glosa', `${at}.glosa`)} label="Glosa" maxLength={60} autoComplete="off" />
        <TextField {...bind('tasa', `${at}.tasa`, tidy.decimal)} label="Tasa %" optional {...amount} />
        <TextField {...bind('neto', `${at}.valor_neto`, tidy.decimal)} label="Neto" {...amount} />
        <TextField
          {...bind('exento', `${at}.valor_exento`, tidy.decimal)}
          label="Exento"
          optional
          {...amount}
        />
        <TextField
          {...bind('iva', `${at}.iva`, tidy.decimal)}
          label="IVA"
          hint="El del neto, si lo deja en blanco."
          optional
          {...amount}
        />
      </div>
      <Button small tone="liso" aria-label={`Quitar la comisión o cargo ${order}`} onClick={onRemove}>
        Quitar
      </Button>
    </fieldset>
  )
}
