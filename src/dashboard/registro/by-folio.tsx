// The invoice of a note that nothing proposes, or whose link was taken away: named by its folio.

import { type FormEvent, useState } from 'react'
import { sobreOf } from '../../domain/rcv/tipos'
import { Button } from '../ui/button'
import { SelectField, TextField } from '../ui/field'
import { shortName } from '../ui/tipo'

interface Props {
  nota: { tipo_dte: number; folio: number }
  busy: boolean
  onLink: (tipoDte: number, folio: number) => void
}

export function ByFolio({ nota, busy, onLink }: Props) {
  const tipos = sobreOf(nota.tipo_dte).map(String)
  const [open, setOpen] = useState(false)
  const [tipo, setTipo] = useState(tipos[0] ?? '')
  const [folio, setFolio] = useState('')
  const [error, setError] = useState<string>()
  if (!tipos.length) return null
  if (!open)
    return (
      <div>
        <Button small onClick={() => setOpen(true)}>
          Vincular con otra, por su folio
        </Button>
      </div>
    )
  const link = (event: FormEvent): void => {
    event.preventDefault()
    const number = /^[1-9]\d{0,9}$/.test(folio.trim()) ? Number(folio.trim()) : null
    setError(number === null ? 'Escriba el número de la factura' : undefined)
    if (number !== null) onLink(Number(tipo), number)
  }
  return (
    <form className="grilla" onSubmit={link}>
      <SelectField
        label="Documento"
        options={tipos.map((one) => [one, shortName(Number(one))] as const)}
        value={tipo}
        onChange={setTipo}
      />
      <TextField
        label="Folio"
        inputMode="numeric"
        autoComplete="off"
        autoFocus
        error={error}
        value={folio}
        onChange={setFolio}
      />
      <div>
        <Button type="submit" busy={busy}>
          Vincular
        </Button>
      </div>
    </form>
  )
}
