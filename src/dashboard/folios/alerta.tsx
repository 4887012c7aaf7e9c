// When to be told that few folios of a type are left, and whether more are asked for then, by themselves.

import { useState } from 'react'
import { useWrite } from '../api/query'
import { Cost } from '../shell/cost'
import { FaultNotice } from '../shell/fault-notice'
import { Dialog } from '../ui/dialog'
import { CheckField, SelectField } from '../ui/field'
import { Form, FormActions } from '../ui/form'
import { CountField } from '../ui/money-field'
import { shortName } from '../ui/tipo'
import type { Stock } from './proyeccion'

type Modo = 'pronostico' | 'max' | 'numero'

const MODOS: readonly (readonly [Modo, string])[] = [
  ['pronostico', 'Los que dice el pronóstico'],
  ['max', 'Los más que el SII autorice'],
  ['numero', 'Una cantidad fija'],
]

const HINT: Readonly<Record<Modo, string>> = {
  pronostico:
    'Para 45 días de uso, sin pasar de los que se usarían antes de vencer. Pide también cuando se acabarían en menos de 7 días.',
  max: 'Los que no se usen antes de vencer hay que anularlos en el SII.',
  numero: 'Si el SII autoriza menos, se cargan los que autorice.',
}

export function Alerta({ stock, onClose }: { stock: Stock; onClose: () => void }) {
  const given = stock.cantidad
  const [umbral, setUmbral] = useState(stock.umbral)
  const [automatica, setAutomatica] = useState(stock.reposicion_automatica)
  // A person who turns it on for the first time is offered the mode that nobody has to look after.
  const [modo, setModo] = useState<Modo>(
    typeof given === 'number' ? 'numero' : stock.reposicion_automatica ? given : 'pronostico',
  )
  const [cantidad, setCantidad] = useState(typeof given === 'number' ? given : null)
  const [tried, setTried] = useState<object | null>(null)
  const save = useWrite(
    'PUT /v1/dte/folios/:tipo/alerta',
    'GET /v1/dte/folios',
    'GET /v1/dte/folios/pronostico',
    'GET /v1/resumen',
  )
  const fault = save.error
  const lacks = automatica && modo === 'numero' && cantidad === null
  const submit = (): void => {
    setTried({})
    if (save.isPending || lacks) return
    save.mutate(
      {
        params: { tipo: String(stock.tipo_dte) },
        body: {
          // The one in force may be the company's or reckoned: left as it is, it is not made this type's own.
          ...(umbral !== stock.umbral && { umbral }),
          reposicion_automatica: automatica,
          ...(automatica && { cantidad: modo === 'numero' ? (cantidad ?? 'max') : modo }),
        },
      },
      { onSuccess: onClose },
    )
  }
  return (
    <Dialog title={`Alerta y reposición de ${shortName(stock.tipo_dte).toLowerCase()}`} onClose={onClose}>
      <Form onSubmit={submit} fault={fault ?? tried}>
        <CountField
          label="Avisar cuando queden"
          optional
          hint="Vacío: los que diga la empresa o, si no lo dice, la décima parte del último rango."
          value={umbral}
          onChange={setUmbral}
          error={fault?.of('umbral')}
        />
        <CheckField
          label="Pedir más al SII en ese momento, sin que nadie lo haga"
          checked={automatica}
          onChange={setAutomatica}
        />
        {automatica && (
          <>
            <SelectField
              label="Cuántos pedir"
              hint={HINT[modo]}
              options={MODOS}
              value={modo}
              onChange={setModo}
            />
            {modo === 'numero' && (
              <CountField
                label="Cantidad"
                value={cantidad}
                onChange={setCantidad}
                error={tried && lacks ? 'Escriba cuántos' : fault?.of('cantidad')}
              />
            )}
            <Cost>Cada pedido gasta una consulta al SII.</Cost>
          </>
        )}
        {fault && <FaultNotice fault={fault} fields={['umbral', 'cantidad']} />}
        <FormActions action="Guardar la alerta" busy={save.isPending} onClose={onClose} />
      </Form>
    </Dialog>
  )
}
