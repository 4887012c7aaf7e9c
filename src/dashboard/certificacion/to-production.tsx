// Into `produccion` with its resolution, and only after typing the company's RUT: from then on documents are real (dashboard §11).

import { useState } from 'react'
import { parseRut } from '../../domain/rut'
import type { Fault } from '../api/fault'
import { useSesion } from '../api/sesion'
import { FaultNotice } from '../shell/fault-notice'
import { Dialog } from '../ui/dialog'
import { TextField } from '../ui/field'
import { Form, FormActions } from '../ui/form'
import { formatRut } from '../ui/format'
import type { Camino } from './camino'

type Resolucion = NonNullable<Camino['resolucion']>

const FIELDS = ['resolucion', 'resolucion.numero', 'resolucion.fecha']

export function ToProduction({
  resolucion,
  busy,
  fault,
  onConfirm,
  onClose,
}: {
  /** As it was noted with the declaration. */
  resolucion: Resolucion | null
  busy: boolean
  fault: Fault | null
  onConfirm: (resolucion: Resolucion) => void
  onClose: () => void
}) {
  const { empresa } = useSesion()
  const [numero, setNumero] = useState(resolucion ? String(resolucion.numero) : '')
  const [fecha, setFecha] = useState(resolucion?.fecha ?? '')
  const [rut, setRut] = useState('')
  const [wrong, setWrong] = useState<object | null>(null)
  const isOwn = parseRut(rut.replace(/\s/g, '')) === empresa.rut
  const submit = (): void => {
    if (busy) return
    // A text that is no number is sent as such: the API says at its field what is wrong.
    const said = (/^\d+$/.test(numero.trim()) ? Number(numero) : numero) as number
    if (isOwn) onConfirm({ numero: said, fecha })
    else setWrong({})
  }
  return (
    <Dialog title="Pasar a producción" onClose={onClose}>
      <p>
        Desde ahora cada documento que {empresa.razon_social} emita llega al SII y tiene valor tributario. Los
        folios de pruebas no sirven allá.
      </p>
      <Form fault={wrong ?? fault} onSubmit={submit}>
        <div className="grilla">
          <TextField
            label="Número de la resolución"
            hint="Está en los datos de la empresa, en palena.sii.cl; la general es la 80."
            inputMode="numeric"
            value={numero}
            onChange={setNumero}
            error={fault?.of('resolucion.numero') ?? fault?.of('resolucion') ?? ''}
          />
          <TextField
            label="Fecha de la resolución"
            hint="La general es del 22-08-2014."
            type="date"
            value={fecha}
            onChange={setFecha}
            error={fault?.of('resolucion.fecha') ?? ''}
          />
        </div>
        <TextField
          label={`Escriba el RUT de la empresa, ${formatRut(empresa.rut)}`}
          autoComplete="off"
          value={rut}
          onChange={setRut}
          error={wrong && !isOwn ? 'No es el RUT de esta empresa' : undefined}
        />
        {fault && <FaultNotice fault={fault} fields={FIELDS} />}
        <FormActions action="Pasar a producción" tone="peligro" busy={busy} onClose={onClose} />
      </Form>
    </Dialog>
  )
}
