// When to be told that few folios of a type are left, and whether more are asked for then.

import { useState } from 'react'
import { useWrite } from '../api/query'
import { FaultNotice } from '../shell/fault-notice'
import { Dialog } from '../ui/dialog'
import { CheckField } from '../ui/field'
import { Form, FormActions } from '../ui/form'
import { CountField } from '../ui/money-field'
import { shortName } from '../ui/tipo'
import type { Stock } from './proyeccion'

/** `repone`: in this environment folios can be asked for without a person. */
export function Alerta({ stock, repone, onClose }: { stock: Stock; repone: boolean; onClose: () => void }) {
  const [umbral, setUmbral] = useState(stock.umbral)
  const [automatica, setAutomatica] = useState(stock.reposicion_automatica)
  const [cantidad, setCantidad] = useState(typeof stock.cantidad === 'number' ? stock.cantidad : null)
  const save = useWrite('PUT /v1/dte/folios/:tipo/alerta', 'GET /v1/dte/folios', 'GET /v1/resumen')
  const fault = save.error
  const submit = (): void => {
    if (save.isPending) return
    save.mutate(
      {
        ruta: { tipo: String(stock.tipo_dte) },
        cuerpo: {
          // The one in force may be the company's or reckoned: left as it is, it is not made this type's own.
          ...(umbral !== stock.umbral && { umbral }),
          ...(repone && {
            reposicion_automatica: automatica,
            cantidad: cantidad ?? (stock.cantidad === 'pronostico' ? 'pronostico' : 'max'),
          }),
        },
      },
      { onSuccess: onClose },
    )
  }
  return (
    <Dialog title={`Alerta y reposición de ${shortName(stock.tipo_dte).toLowerCase()}`} onClose={onClose}>
      <Form onSubmit={submit} fault={fault}>
        <CountField
          label="Avisar cuando queden"
          optional
          hint="Vacío: los que diga la empresa o, si no lo dice, la décima parte del último rango."
          value={umbral}
          onChange={setUmbral}
          error={fault?.of('umbral')}
        />
        {repone && (
          <CheckField
            label="Pedir más en ese momento"
            hint="Cada pedido cuenta como una consulta del plan."
            checked={automatica}
            onChange={setAutomatica}
          />
        )}
        {repone && automatica && (
          <CountField
            label="Cuántos pedir"
            optional
            hint="Vacío: los más que el SII autorice."
            value={cantidad}
            onChange={setCantidad}
            error={fault?.of('cantidad')}
          />
        )}
        {!repone && (
          <p>En este ambiente el SII entrega folios sólo en su sitio: no se pueden reponer solos.</p>
        )}
        {fault && <FaultNotice fault={fault} fields={['umbral', 'cantidad']} />}
        <FormActions action="Guardar la alerta" busy={save.isPending} onClose={onClose} />
      </Form>
    </Dialog>
  )
}
