// A code of one of customs' tables, found by its words.

import { useState } from 'react'
import { glosaAduana, TABLAS, type TablaAduana } from '../../domain/dte/aduana'
import { Combobox } from './combobox'
import type { FieldProps } from './field'

const FEW = 12

const plain = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().trim()

interface Found {
  id: string
  label: string
  beside: string
}

const foundOf = (tabla: TablaAduana, codigo: number): Found => ({
  id: String(codigo),
  label: glosaAduana(tabla, codigo) ?? String(codigo),
  beside: String(codigo),
})

/** Those that begin with the text, then those that hold it; a code is found too. */
function search(tabla: TablaAduana, text: string): Found[] {
  const typed = plain(text)
  if (!typed) return []
  const all = [...TABLAS[tabla].codigos.keys()].map((codigo) => foundOf(tabla, codigo))
  const holds = all.filter(({ id, label }) => id === typed || plain(label).includes(typed))
  const begins = holds.filter(({ id, label }) => id === typed || plain(label).startsWith(typed))
  return [...new Set([...begins, ...holds])].slice(0, FEW)
}

/** `value` is the code as text, empty for none. */
export function AduanaCodeField({
  tabla,
  value,
  onChange,
  onBlur,
  error,
  ...rest
}: FieldProps & {
  tabla: TablaAduana
  value: string
  onChange: (value: string) => void
  onBlur?: () => void
}) {
  const [typed, setTyped] = useState<string | null>(null)
  const [left, setLeft] = useState(false)
  const options = typed === null ? [] : search(tabla, typed)
  const shown = value ? (glosaAduana(tabla, Number(value)) ?? value) : ''
  const unknown = left && typed !== null && typed.trim() !== ''
  const settle = (code: string): void => {
    setTyped(null)
    onChange(code)
  }
  return (
    <Combobox
      {...rest}
      error={unknown ? `Elija uno de la lista: «${typed}» no está en la tabla de Aduana` : error}
      text={typed ?? shown}
      onText={(text) => {
        setLeft(false)
        setTyped(text)
        if (value) onChange('')
      }}
      options={options}
      {...(typed?.trim() && !options.length && { nothing: 'No está en la tabla de Aduana' })}
      onChoose={({ id }) => settle(id)}
      onBlur={() => {
        setLeft(true)
        const exact = options.filter(
          ({ id, label }) => id === typed?.trim() || plain(label) === plain(typed ?? ''),
        )
        const only = exact.length === 1 ? exact[0] : options.length === 1 ? options[0] : undefined
        if (only) settle(only.id)
        else if (!typed?.trim()) setTyped(null)
        onBlur?.()
      }}
    />
  )
}
