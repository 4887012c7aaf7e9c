// A comuna of the SII's table: suggested as it is typed, spelt as the table has it on leaving.

import { useEffect, useState } from 'react'
import { Combobox } from './combobox'

export function ComunaField({
  value,
  onChange,
  onBlur,
  ...field
}: {
  value: string
  onChange: (value: string) => void
  onBlur?: () => void
  error?: string | undefined
  optional?: boolean
  id?: string
}) {
  const [typing, setTyping] = useState(false)
  const table = useComunas()
  return (
    <Combobox
      {...field}
      label="Comuna"
      text={value}
      onText={(text) => {
        setTyping(true)
        onChange(text)
      }}
      options={
        typing && value && table
          ? table.searchComunas(value, 8).map((nombre) => ({ id: nombre, label: nombre }))
          : []
      }
      onChoose={({ id: nombre }) => {
        setTyping(false)
        onChange(nombre)
      }}
      onBlur={() => {
        setTyping(false)
        const found = table?.findComuna(value)
        if (found && found !== value) onChange(found)
        onBlur?.()
      }}
    />
  )
}

/** The table of comunas, which most who see the field do not need: theirs is there already. */
function useComunas() {
  const [table, setTable] = useState<typeof import('../../domain/comunas') | null>(null)
  useEffect(() => {
    let gone = false
    // Without it the name is typed, and the server says whether it is one.
    void import('../../domain/comunas').then(
      (loaded) => gone || setTable(loaded),
      () => {},
    )
    return () => {
      gone = true
    }
  }, [])
  return table
}
