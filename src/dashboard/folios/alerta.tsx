// When to be told that few folios of a type are left, and whether more are asked for then.

import { type FormEvent, useState } from 'react'
import { useEscribir } from '../api/query'
import { FaultNotice } from '../shell/fault-notice'
import { Button } from '../ui/button'
import { Dialog } from '../ui/dialog'
import { CheckField } from '../ui/field'
import { CountField } from '../ui/money-field'
import { shortName } from '../ui/tipo'
import type { Stock } from './proyeccion'

/** `repone`: in this environment folios can be asked for without a person. */
export function Alerta({ stock, repone, onClose }: { stock: Stock; repone: boolean; onClose: () => void }) {
  const [umbral, setUmbral] = useState(stock.umbral)
  const [automatica, setAutomatica] = useState(stock.reposicion_automatica)
  const [cantidad, setCantidad] = useState(stock.cantidad === 'max' ? null : stock.cantidad)
  const save = useEscribir('PUT /v1/dte/folios/:tipo/alerta', 'GET /v1/dte/folios', 'GET /v1/resumen')
  const fault = save.error
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    if (save.isPending) return
    save.mutate(
      {
        ruta: { tipo: String(stock.tipo_dte) },
        cuerpo: {
          umbral,
          ...(repone && { reposicion_automatica: automatica, cantidad: cantidad ?? 'max' }),
        },
      },
      { onSuccess: onClose },
    )
  }
  return (
    <Dialog title={`Alerta y reposición de ${shortName(stock.tipo_dte).toLowerCase()}`} onClose={onClose}>
      <form className="columna" onSubmit={submit}>
        <CountField
          label="Avisar cuando queden"
          optional
          hint="Vacío: lo que diga la empresa o, si tampoco, la décima parte del último rango."
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
            hint="Vacío: lo más que el SII autorice."
            value={cantidad}
            onChange={setCantidad}
            error={fault?.of('cantidad')}
          />
        )}
        {!repone && (
          <p>En este ambiente el SII entrega folios sólo en su sitio: no se pueden reponer solos.</p>
        )}
        {fault && <FaultNotice fault={fault} fields={['umbral', 'cantidad']} />}
        <div className="acciones">
          <Button type="submit" tone="primario" busy={save.isPending}>
            Guardar la alerta
          </Button>
          <Button onClick={onClose}>Volver</Button>
        </div>
      </form>
    </Dialog>
  )
}
