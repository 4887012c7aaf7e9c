// A comuna of the SII's table: suggested as it is typed, spelt as the table has it on leaving.

import { useState } from 'react'
import { findComuna, searchComunas } from '../../domain/comunas'
import { Combobox } from './combobox'

export function ComunaField({
  value,
  onChange,
  error,
  optional,
}: {
  value: string
  onChange: (value: string) => void
  error?: string | undefined
  optional?: boolean
}) {
  const [typing, setTyping] = useState(false)
  return (
    <Combobox
      label="Comuna"
      {...(optional !== undefined && { optional })}
      error={error}
      text={value}
      onText={(text) => {
        setTyping(true)
        onChange(text)
      }}
      options={
        typing && value ? searchComunas(value, 8).map((nombre) => ({ id: nombre, label: nombre })) : []
      }
      onChoose={({ id }) => {
        setTyping(false)
        onChange(id)
      }}
      onBlur={() => {
        setTyping(false)
        const found = findComuna(value)
        if (found) onChange(found)
      }}
    />
  )
}
