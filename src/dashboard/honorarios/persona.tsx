// A person by name or RUT, remembered from earlier boletas de terceros.

import { useApi } from '../api/query'
import { Combobox } from '../ui/combobox'
import { formatRut } from '../ui/format'
import { personsOf } from './vista'

export function Persona({
  value,
  onText,
  onChoose,
  error,
}: {
  value: string
  onText: (text: string) => void
  onChoose: (persona: {
    rut: string
    nombre: string
    direccion: string | null
    comuna: string | null
  }) => void
  error: string | undefined
}) {
  const q = value.trim()
  const found = useApi('GET /v1/bte', { query: { q, limite: 50 } }, { conservar: true, activa: q.length > 1 })
  const persons = q.length > 1 ? personsOf(found.data?.data ?? []).slice(0, 8) : []
  return (
    <Combobox
      label="Nombre de la persona"
      hint="O su RUT: quien ya tuvo una boleta se completa solo."
      text={value}
      onText={onText}
      error={error}
      options={persons.map(({ beneficiario }) => ({
        id: beneficiario.rut,
        label: beneficiario.nombre,
        beside: formatRut(beneficiario.rut),
        beneficiario,
      }))}
      onChoose={({ beneficiario }) => onChoose(beneficiario)}
    />
  )
}
