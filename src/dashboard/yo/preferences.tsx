// How the page looks in this browser.

import { useState } from 'react'
import { type Filas, readFilas, readTema, setFilas, setTema, type Tema } from '../shell/preferences'
import { SelectField } from '../ui/field'

const TEMAS = [
  ['sistema', 'Como el sistema'],
  ['claro', 'Claro'],
  ['oscuro', 'Oscuro'],
] as const satisfies readonly (readonly [Tema, string])[]
const FILAS = [
  ['normal', 'Normal'],
  ['amplia', 'Amplia'],
] as const satisfies readonly (readonly [Filas, string])[]

export function Preferences() {
  const [tema, chooseTema] = useState(readTema)
  const [filas, chooseFilas] = useState(readFilas)
  return (
    <section className="seccion">
      <h2>Apariencia</h2>
      <div className="grilla">
        <SelectField
          label="Colores"
          options={TEMAS}
          value={tema}
          onChange={(chosen) => {
            setTema(chosen)
            chooseTema(chosen)
          }}
        />
        <SelectField
          label="Alto de las filas"
          options={FILAS}
          value={filas}
          onChange={(chosen) => {
            setFilas(chosen)
            chooseFilas(chosen)
          }}
        />
      </div>
    </section>
  )
}
