// The representative declared the compliance: the road ends with the day of it (areas/certificacion §1).

import { useState } from 'react'
import { chileDate } from '../../domain/fecha'
import { useWrite } from '../api/query'
import { useSesion } from '../api/sesion'
import { FaultNotice } from '../shell/fault-notice'
import { Button } from '../ui/button'
import { TextField } from '../ui/field'
import { Form } from '../ui/form'
import { type Camino, ENVEJECE } from './camino'
import { DeclarationSimulated } from './ensayo'
import { Papers } from './papeles'

const FIELDS = ['fecha', 'resolucion', 'resolucion.numero', 'resolucion.fecha']

export function Declarada({ camino }: { camino: Camino }) {
  const { ambiente } = useSesion()
  const [fecha, setFecha] = useState(() => chileDate(new Date()))
  const [numero, setNumero] = useState('')
  const [deFecha, setDeFecha] = useState('')
  const told = useWrite('POST /v1/certificacion/:id/declarada', ...ENVEJECE)
  const fault = told.error
  const submit = (): void => {
    if (told.isPending) return
    const given = numero.trim() || deFecha
    // A text that is no number is sent as such: the API says at its field what is wrong.
    const resolucion = {
      numero: (/^\d+$/.test(numero.trim()) ? Number(numero) : numero) as number,
      fecha: deFecha,
    }
    told.mutate({ params: { id: camino.id }, body: { fecha, ...(given && { resolucion }) } })
  }
  return (
    <>
      <Papers camino={camino} />
      <Form onSubmit={submit} fault={fault}>
        {ambiente === 'simulacion' && <DeclarationSimulated alcance={camino.alcance} />}
        <div className="grilla">
          <TextField
            label="Día de la declaración"
            type="date"
            value={fecha}
            onChange={setFecha}
            error={fault?.of('fecha') ?? ''}
          />
          <TextField
            label="Número de la resolución de producción"
            optional
            inputMode="numeric"
            value={numero}
            onChange={setNumero}
            error={fault?.of('resolucion.numero') ?? fault?.of('resolucion') ?? ''}
          />
          <TextField
            label="Fecha de esa resolución"
            optional
            type="date"
            value={deFecha}
            onChange={setDeFecha}
            error={fault?.of('resolucion.fecha') ?? ''}
          />
        </div>
        {fault && <FaultNotice fault={fault} fields={FIELDS} />}
        <div>
          <Button type="submit" tone="primario" busy={told.isPending}>
            El SII autorizó a la empresa
          </Button>
        </div>
      </Form>
    </>
  )
}
