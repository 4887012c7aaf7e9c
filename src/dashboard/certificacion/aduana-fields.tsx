// The form of customs' data, each code found by the words of its table.

import type { TablaAduana } from '../../domain/dte/aduana'
import { AduanaCodeField } from '../ui/aduana-code-field'
import { TextField } from '../ui/field'
import { ADUANA, BULTO, type CampoAduana, faultOf, type TextosAduana } from './aduana'

export function AduanaFields({
  textos,
  onChange,
}: {
  textos: TextosAduana
  onChange: (textos: TextosAduana) => void
}) {
  const used = Object.values(textos).some(Boolean)
  return (
    <details open={used || undefined}>
      <summary>Aduana: lo que el texto no dice</summary>
      <div className="columna">
        <p className="ayuda">
          Vale para todas las exportaciones del set. Lo que dice el texto del SII vale más que esto:
          complételo sólo si Timbre o el SII lo piden.
        </p>
        {[...ADUANA, BULTO].map((group) => (
          <div key={group[0]![0]} className="grilla">
            {group.map((campo) => (
              <Campo key={campo[0]} campo={campo} textos={textos} onChange={onChange} />
            ))}
          </div>
        ))}
      </div>
    </details>
  )
}

const MAXIMOS: Readonly<Record<string, number>> = {
  nombre_transp: 40,
  nom_cia_transp: 40,
  booking: 20,
  operador: 20,
  marcas: 255,
  id_container: 25,
  sello: 20,
  emisor_sello: 70,
}

function Campo({
  campo: [campo, label, clase],
  textos,
  onChange,
}: {
  campo: CampoAduana
  textos: TextosAduana
  onChange: (textos: TextosAduana) => void
}) {
  const value = textos[campo] ?? ''
  const bound = { label, value, onChange: (text: string) => onChange({ ...textos, [campo]: text }) }
  if (clase === 'texto' || clase === 'rut' || clase === 'decimal' || clase === 'entero')
    return (
      <TextField
        {...bound}
        optional
        autoComplete="off"
        maxLength={MAXIMOS[campo] ?? 20}
        error={faultOf(clase, value)}
        {...((clase === 'decimal' || clase === 'entero') && { inputMode: 'decimal' })}
      />
    )
  return <AduanaCodeField {...bound} optional tabla={clase satisfies TablaAduana} />
}
