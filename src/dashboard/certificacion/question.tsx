// One doubt of a text with the control that its answers want: a table of customs', a few words, or a line of text (areas/certificacion §2).

import { isNumerica, opcionesOf } from '../../domain/certificacion/opciones'
import { glosaAduana } from '../../domain/dte/aduana'
import { AduanaCodeField } from '../ui/aduana-code-field'
import { SelectField, TextField } from '../ui/field'
import type { Pregunta } from './ajustes'

export function Question({
  pregunta: { clave, caso, linea, mensaje, propuesta },
  value,
  onChange,
}: {
  pregunta: Pregunta
  value: string
  onChange: (text: string) => void
}) {
  const opciones = opcionesOf(clave)
  const bound = { label: mensaje, value, onChange }
  const hintOf = (words: string | null | undefined): string =>
    [caso !== null && `Caso ${caso}`, `línea ${linea} del texto`, words && `Timbre propone: ${words}`]
      .filter(Boolean)
      .join(' · ')
  if (opciones && 'tabla' in opciones) {
    const { tabla } = opciones
    const glosa = /^\d+$/.test(propuesta ?? '') ? glosaAduana(tabla, Number(propuesta)) : undefined
    const hint = `${hintOf(glosa ?? propuesta)} · se busca por su nombre`
    return <AduanaCodeField {...bound} tabla={tabla} hint={hint} />
  }
  if (opciones) {
    const { lista } = opciones
    // Another answer, which a program gave, stays to be seen.
    const known = !value || lista.some(([one]) => one === value)
    const options = [['', 'Elija'] as const, ...lista, ...(known ? [] : [[value, value] as const])]
    const words = lista.find(([one]) => one === propuesta)?.[1] ?? propuesta
    return <SelectField {...bound} options={options} hint={hintOf(words)} />
  }
  return (
    <TextField
      {...bound}
      hint={hintOf(propuesta)}
      maxLength={1000}
      {...(isNumerica(clave) && { inputMode: 'decimal' })}
    />
  )
}
