// The jobs that stopped, as cards; several are taken at once.

import { useState } from 'react'
import { useSesion } from '../api/sesion'
import { Button } from '../ui/button'
import { CheckField } from '../ui/field'
import { plural } from '../ui/format'
import type { Act } from './act'
import { Discard } from './discard'
import { Tarjeta } from './tarjeta'
import { nameOf, type Trabajo } from './trabajo'

export function Detenidos({ trabajos, act: { marcha, actAll } }: { trabajos: readonly Trabajo[]; act: Act }) {
  const { puede } = useSesion()
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const [asking, setAsking] = useState<readonly Trabajo[]>([])
  const acts = puede('dte:emitir')
  const selected = trabajos.filter(({ id }) => chosen.has(id))
  const toggle = (id: string, on: boolean): void => {
    const next = new Set(chosen)
    if (on) next.add(id)
    else next.delete(id)
    setChosen(next)
  }
  const manos = acts
    ? {
        busy: marcha !== null,
        onReintentar: (trabajo: Trabajo) => void actAll('reintentar', [trabajo]),
        onDescartar: (trabajo: Trabajo) => setAsking([trabajo]),
      }
    : null
  return (
    <>
      {acts && trabajos.length > 1 && (
        <div className="acciones">
          <CheckField
            label={`Todos los de esta página (${trabajos.length})`}
            checked={selected.length === trabajos.length}
            onChange={(on) => setChosen(new Set(on ? trabajos.map(({ id }) => id) : []))}
          />
          {selected.length > 0 && (
            <>
              <Button small busy={marcha !== null} onClick={() => void actAll('reintentar', selected)}>
                Reintentar {plural(selected.length, 'trabajo')}
              </Button>
              <Button small tone="peligro" busy={marcha !== null} onClick={() => setAsking(selected)}>
                Descartar {plural(selected.length, 'trabajo')}
              </Button>
            </>
          )}
        </div>
      )}
      <div className="tarjetas">
        {trabajos.map((trabajo) => (
          <Tarjeta
            key={trabajo.id}
            trabajo={trabajo}
            manos={manos}
            select={
              acts &&
              trabajos.length > 1 && (
                <input
                  type="checkbox"
                  aria-label={`Elegir ${nameOf(trabajo)}`}
                  checked={chosen.has(trabajo.id)}
                  onChange={({ target }) => toggle(trabajo.id, target.checked)}
                />
              )
            }
          />
        ))}
      </div>
      {asking.length > 0 && (
        <Discard
          trabajos={asking}
          onClose={() => setAsking([])}
          onConfirm={() => {
            setAsking([])
            void actAll('descartar', asking)
          }}
        />
      )}
    </>
  )
}
