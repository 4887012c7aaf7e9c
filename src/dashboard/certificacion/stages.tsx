// The stages of the road as steps, each with its state, and where the SII's site stands when it is elsewhere.

import { useState } from 'react'
import { useWrite } from '../api/query'
import { useSesion } from '../api/sesion'
import { FaultNotice } from '../shell/fault-notice'
import { Button } from '../ui/button'
import { SelectField } from '../ui/field'
import { Form } from '../ui/form'
import { type Camino, ENVEJECE, ETAPA, type Marca, stagesElsewhere, stagesOf } from './camino'

const SAID: Readonly<Record<Marca, string>> = { hecho: '(listo)', actual: '(ahora)', despues: '(después)' }

export function Stages({ camino }: { camino: Camino }) {
  return (
    <section className="seccion" aria-labelledby="etapas">
      <h2 id="etapas">Las etapas</h2>
      <ol className="pasos">
        {stagesOf(camino).map(([etapa, marca], index) => (
          <li key={etapa} className={marca === 'despues' ? undefined : marca}>
            <span className="marca" aria-hidden="true">
              {marca === 'hecho' ? '✓' : index + 1}
            </span>
            <div className="columna">
              <h3>
                {ETAPA[etapa][0]} <span className="solo-lector">{SAID[marca]}</span>
              </h3>
              <p>{ETAPA[etapa][1]}</p>
              {marca === 'actual' && <Elsewhere camino={camino} />}
            </div>
          </li>
        ))}
      </ol>
    </section>
  )
}

/** The SII's site does not ask all steps of all companies. */
function Elsewhere({ camino: { id, estado } }: { camino: Camino }) {
  const { puede, soloMira } = useSesion()
  const stages = stagesElsewhere(estado)
  const [chosen, setChosen] = useState(stages[0])
  const move = useWrite('POST /v1/certificacion/:id/avanzar', ...ENVEJECE)
  const [first] = stages
  if (!first || !puede('empresa:administrar') || soloMira) return null
  const etapa = chosen && stages.includes(chosen) ? chosen : first
  return (
    <details>
      <summary>El sitio del SII está en otra etapa</summary>
      <Form
        fault={move.error}
        onSubmit={() => !move.isPending && move.mutate({ params: { id }, body: { etapa } })}
      >
        <p>
          El SII no pide todas las etapas a todas las empresas. También se vuelve atrás, si se anotó una de
          más.
        </p>
        <SelectField
          label="Etapa en que está el sitio del SII"
          options={stages.map((one) => [one, ETAPA[one][0]] as const)}
          value={etapa}
          onChange={setChosen}
          error={move.error?.of('etapa')}
        />
        {move.error && <FaultNotice fault={move.error} fields={['etapa']} />}
        <div>
          <Button type="submit" busy={move.isPending}>
            Anotar esa etapa
          </Button>
        </div>
      </Form>
    </details>
  )
}
