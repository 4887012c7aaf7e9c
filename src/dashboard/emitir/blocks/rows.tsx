// Rows of a block, which are sent by position and have no other name.

import type { ComponentType } from 'react'
import { Button } from '../../ui/button'
import { useFields } from '../fields'

export interface RowProps<R> {
  row: R
  /** Its path in the body: `pagos[2]`. */
  at: string
  /** From 1. */
  order: number
  onChange: (row: R) => void
}

export function Rows<R>({
  rows,
  at,
  empty,
  words: [legend, remove, add],
  Row,
  onChange,
}: {
  rows: readonly R[]
  /** The path of the list in the body. */
  at: string
  /** A row that was just added. */
  empty: R
  /** `['Cuota', 'Quitar la cuota', 'Agregar cuota']` */
  words: readonly [legend: string, remove: string, add: string]
  Row: ComponentType<RowProps<R>>
  onChange: (rows: readonly R[]) => void
}) {
  const whole = useFields()(at)
  return (
    <>
      {rows.map((row, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they are sent by position and have no other name
        <fieldset key={i} className="fila-referencia">
          <legend className="solo-lector">
            {legend} {i + 1}
          </legend>
          <div className="grilla">
            <Row
              row={row}
              at={`${at}[${i}]`}
              order={i + 1}
              onChange={(next) => onChange(rows.map((one, j) => (j === i ? next : one)))}
            />
          </div>
          <Button
            small
            tone="liso"
            aria-label={`${remove} ${i + 1}`}
            onClick={() => onChange(rows.filter((_, j) => j !== i))}
          >
            Quitar
          </Button>
        </fieldset>
      ))}
      {whole.error && <span className="falta">{whole.error}</span>}
      <div>
        <Button small id={whole.id} onClick={() => onChange([...rows, empty])}>
          {add}
        </Button>
      </div>
    </>
  )
}
