// The item of a line as a combobox of the catalogue: part of a name or a code finds a product, and the line then says its code alone,
// so that the server takes the rest from it (areas/catalogo §5). Whatever is typed over it wins.

import { useState } from 'react'
import { Button } from '../ui/button'
import { useCombobox } from '../ui/use-combobox'
import { fieldId } from './fields'
import { type Line, productOf } from './form'
import { type Found, isCode, priceWords, useProducts } from './products'
import type { Dispatch } from './reducer'

interface NameControl {
  id: string
  'data-columna': string
  'aria-label': string
  'aria-invalid': true | undefined
  'aria-describedby': string | undefined
}

export function NameCell({
  line,
  at,
  control,
  dispatch,
}: {
  line: Line
  at: number
  control: NameControl
  dispatch: Dispatch
}) {
  const { id, nombre } = line
  // Nothing is asked for what was not typed here.
  const [typed, setTyped] = useState<string | null>(null)
  const options = useProducts(typed)
  const producto = productOf(line)
  const { control: combo, list } = useCombobox<Found>({
    options,
    // Enter goes down in the table: it takes a product that was pointed at, or whose code stands there whole.
    eager: typed !== null && options[0] !== undefined && isCode(options[0].producto, typed),
    onText(value) {
      setTyped(value)
      dispatch({ do: 'line', id, field: 'nombre', value })
    },
    onChoose({ producto: chosen }) {
      setTyped(null)
      dispatch({ do: 'product', id, producto: chosen })
    },
    onBlur: () => setTyped(null),
  })
  return (
    <div className="combo">
      <input className="entrada" value={nombre} placeholder={producto?.nombre} {...combo} {...control} />
      {list}
      {producto && (
        <small className="del-catalogo">
          Del catálogo: {[producto.codigo, priceWords(producto)].filter(Boolean).join(' · ')}{' '}
          {/* By keys: an item without its name is no product's. */}
          <Button
            small
            tone="liso"
            tabIndex={-1}
            aria-label={`Soltar el producto de la línea ${at}`}
            onClick={() => {
              dispatch({ do: 'product', id, producto: undefined })
              document.getElementById(fieldId(`detalle.${id}.nombre`))?.focus()
            }}
          >
            ✕
          </Button>
        </small>
      )}
    </div>
  )
}
