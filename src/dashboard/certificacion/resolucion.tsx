// The day on which the SII took the company into its site of tests, written down where it is asked; its number is 0 there
// (areas/certificacion §1).

import { useState } from 'react'
import { useWrite } from '../api/query'
import { useSesion } from '../api/sesion'
import { FaultNotice } from '../shell/fault-notice'
import { Button, type ButtonTone } from '../ui/button'
import { TextField } from '../ui/field'
import { Form } from '../ui/form'
import { ENVEJECE } from './camino'

const DE_PRUEBAS = 0

export function Resolucion({ tone }: { tone: ButtonTone }) {
  const { empresa } = useSesion()
  const [fecha, setFecha] = useState('')
  const save = useWrite('PUT /v1/empresa/:id', ...ENVEJECE, 'GET /v1/empresa/:id', 'GET /v1/empresa/actual')
  const fault = save.error
  const submit = (): void => {
    if (save.isPending) return
    save.mutate({ params: { id: empresa.id }, body: { resolucion: { numero: DE_PRUEBAS, fecha } } })
  }
  return (
    <Form onSubmit={submit} fault={fault}>
      <div className="grilla">
        <TextField
          label="Fecha de resolución"
          hint="Está en los datos de la empresa. El número es 0 en las pruebas."
          type="date"
          required
          value={fecha}
          onChange={setFecha}
          error={fault?.of('resolucion.fecha') ?? fault?.of('resolucion') ?? ''}
        />
      </div>
      {fault && <FaultNotice fault={fault} fields={['resolucion', 'resolucion.fecha']} />}
      <div>
        <Button type="submit" tone={tone} busy={save.isPending}>
          Guardar la fecha
        </Button>
      </div>
    </Form>
  )
}
