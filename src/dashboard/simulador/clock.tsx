// The simulator's clock: deadlines and expiries come as far as it is moved.

import { useState } from 'react'
import { useApi, useWrite } from '../api/query'
import { Loaded } from '../shell/loaded'
import { Button } from '../ui/button'
import { TextField } from '../ui/field'
import { Form } from '../ui/form'
import { formatInstant } from '../ui/format'
import { ADELANTOS } from './desk'
import { SharedFault } from './shared'

export function Clock() {
  const query = useApi('GET /simulador/reloj', undefined, { cada: 30_000 })
  const move = useWrite('POST /simulador/reloj', 'GET /simulador/reloj', 'GET /simulador/fallas')
  const [fijar, setFijar] = useState('')
  const at = new Date(fijar)
  const set = (): void => {
    if (!move.isPending && !Number.isNaN(at.getTime())) move.mutate({ body: { fijar: at.toISOString() } })
  }
  return (
    <section className="seccion" aria-labelledby="reloj">
      <h2 id="reloj">Reloj</h2>
      <Loaded query={query}>
        {({ data }) => (
          <p role="status">
            En el SII simulado son las <strong>{formatInstant(data.ahora)}</strong>.
          </p>
        )}
      </Loaded>
      <div className="acciones">
        {ADELANTOS.map(([avanzar, words]) => (
          <Button key={avanzar} busy={move.isPending} onClick={() => move.mutate({ body: { avanzar } })}>
            {words}
          </Button>
        ))}
      </div>
      <Form onSubmit={set} fault={move.error}>
        <div className="acciones al-pie">
          <TextField
            label="Fijar en"
            type="datetime-local"
            value={fijar}
            onChange={setFijar}
            error={move.error?.of('fijar')}
          />
          <Button type="submit" busy={move.isPending} disabled={!fijar}>
            Fijar el reloj
          </Button>
        </div>
      </Form>
      {move.error && <SharedFault fault={move.error} />}
    </section>
  )
}
