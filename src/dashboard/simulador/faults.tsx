// Faults that the simulator plays on purpose, so that what a program does with them is seen.

import { useState } from 'react'
import { useApi, useWrite } from '../api/query'
import { Loaded } from '../shell/loaded'
import { bindTo } from '../ui/bind'
import { Button } from '../ui/button'
import { SelectField, TextField } from '../ui/field'
import { Form } from '../ui/form'
import { formatTime } from '../ui/format'
import { CountField } from '../ui/money-field'
import { FALLAS, type FaultDraft, faultBody, SERVICIOS, saidOf } from './desk'
import { SharedFault } from './shared'

export function Faults() {
  const [draft, setDraft] = useState<FaultDraft>({
    servicio: 'todos',
    falla: 'http_503',
    veces: 1,
    ms: 5000,
    codigo: '',
    minutos: null,
  })
  const clock = useApi('GET /simulador/reloj')
  const query = useApi('GET /simulador/fallas', undefined, { cada: 5000 })
  const add = useWrite('POST /simulador/fallas', 'GET /simulador/fallas')
  const clear = useWrite('DELETE /simulador/fallas', 'GET /simulador/fallas')
  const change = (part: Partial<FaultDraft>): void => setDraft((old) => ({ ...old, ...part }))
  const fault = add.error ?? clear.error
  const bind = bindTo(draft, change, (path) => add.error?.of(path))
  const submit = (): void => {
    const ahora = clock.data ? new Date(clock.data.data.ahora) : new Date()
    if (!add.isPending) add.mutate({ body: faultBody(draft, ahora) })
  }
  return (
    <section className="seccion" aria-labelledby="fallas">
      <h2 id="fallas">Fallas</h2>
      <Loaded query={query}>
        {({ data }) =>
          data.length ? (
            <>
              <ul className="fallas" aria-label="Fallas en curso">
                {data.map((falla) => (
                  <li key={falla.id}>{saidOf(falla, formatTime)}</li>
                ))}
              </ul>
              <div>
                <Button small busy={clear.isPending} onClick={() => clear.mutate(undefined)}>
                  Quitar todas
                </Button>
              </div>
            </>
          ) : (
            <p>Ninguna: el SII simulado responde a todo.</p>
          )
        }
      </Loaded>
      <Form onSubmit={submit} fault={fault}>
        <div className="grilla">
          <SelectField label="Servicio" options={SERVICIOS} {...bind('servicio')} />
          <SelectField label="Falla" options={FALLAS} {...bind('falla')} />
          <CountField label="Veces" optional hint="Vacío: siempre." {...bind('veces')} />
          <CountField label="Minutos" optional hint="Vacío: sin término." {...bind('minutos', 'hasta')} />
          {draft.falla === 'demora' && <CountField label="Milisegundos" {...bind('ms')} />}
          {(draft.falla === 'codigo' || draft.falla === 'cod') && (
            <TextField
              label="Código"
              hint={draft.falla === 'cod' ? 'codRespuesta, como 99.' : 'Su último par, como 70.'}
              {...bind('codigo')}
            />
          )}
        </div>
        <div>
          <Button type="submit" busy={add.isPending}>
            Provocar la falla
          </Button>
        </div>
      </Form>
      {fault && <SharedFault fault={fault} />}
    </section>
  )
}
