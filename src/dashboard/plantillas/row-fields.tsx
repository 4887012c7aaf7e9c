// Rows of one's own: data of the emission (`impresion.datos`) that the paper shows among those of the document or of the receiver.

import { useEffect, useRef, useState } from 'react'
import { bindTo } from '../ui/bind'
import { Button } from '../ui/button'
import { SelectField, TextField } from '../ui/field'
import type { LookProps } from './look-fields'
import { FILAS_MAX, type FilaDraft, rowPath } from './template-form'

const LUGARES = [
  ['documento', 'Documento'],
  ['receptor', 'Receptor'],
] as const

/** A name that no other row has. */
function newId(filas: readonly FilaDraft[]): string {
  const taken = new Set(filas.map(({ id }) => id))
  for (let n = filas.length; ; n++) if (!taken.has(`fila-${n}`)) return `fila-${n}`
}

export function RowFields({ draft, onChange, fault }: LookProps) {
  const box = useRef<HTMLDivElement>(null)
  const [fresh, setFresh] = useState<string | null>(null)
  const { filas } = draft
  const put = (next: readonly FilaDraft[]): void => onChange({ filas: next })
  const add = (): void => {
    const id = newId(filas)
    setFresh(id)
    put([...filas, { id, dato: '', etiqueta: '', lugar: 'documento' }])
  }
  const remove = (id: string): void => {
    put(filas.filter((fila) => fila.id !== id))
    box.current?.querySelector<HTMLElement>('.agregar button')?.focus()
  }
  const raise = (at: number): void => {
    const next = [...filas]
    next.splice(at - 1, 0, ...next.splice(at, 1))
    put(next)
  }
  return (
    <div ref={box} className="columna">
      <p className="ayuda">
        Un dato que su sistema envía en <code>impresion.datos</code> de la emisión, junto a los del documento
        o del receptor.
      </p>
      {filas.map((fila, i) => (
        <Row
          key={fila.id}
          fila={fila}
          n={i + 1}
          fresh={fila.id === fresh}
          fault={(field) => fault(rowPath(draft, fila.id, field))}
          onChange={(part) => put(filas.map((one) => (one.id === fila.id ? { ...one, ...part } : one)))}
          onRemove={() => remove(fila.id)}
          {...(i > 0 && { onRaise: () => raise(i) })}
        />
      ))}
      <div className="acciones agregar">
        {filas.length < FILAS_MAX ? (
          <Button onClick={add}>Agregar una fila</Button>
        ) : (
          <>
            <Button busy>Agregar una fila</Button>
            <small>Van {FILAS_MAX}, el máximo.</small>
          </>
        )}
      </div>
    </div>
  )
}

function Row({
  fila,
  n,
  fresh,
  fault,
  onChange,
  onRemove,
  onRaise,
}: {
  fila: FilaDraft
  n: number
  /** Added now: typing goes on in it. */
  fresh: boolean
  fault: (field: 'dato' | 'etiqueta' | 'lugar') => string | undefined
  onChange: (part: Partial<FilaDraft>) => void
  onRemove: () => void
  /** The first has none above it. */
  onRaise?: () => void
}) {
  const bind = bindTo(fila, onChange, fault)
  const box = useRef<HTMLFieldSetElement>(null)
  useEffect(() => {
    if (fresh) box.current?.querySelector('input')?.focus()
  }, [fresh])
  return (
    <fieldset ref={box} className="plantilla-fila">
      <legend className="solo-lector">Fila {n}</legend>
      <div className="grilla">
        <TextField label="Dato" {...bind('dato')} />
        <TextField label="Se imprime como" optional {...bind('etiqueta')} />
        <SelectField label="Junto a los datos del" options={LUGARES} {...bind('lugar')} />
      </div>
      <div className="acciones">
        {onRaise && (
          <Button small aria-label={`Subir la fila ${n}`} onClick={onRaise}>
            Subir
          </Button>
        )}
        <Button small aria-label={`Quitar la fila ${n}`} onClick={onRemove}>
          Quitar
        </Button>
      </div>
    </fieldset>
  )
}
