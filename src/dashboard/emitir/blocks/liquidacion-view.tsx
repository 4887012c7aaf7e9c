// The agent's commissions, subtracted from the total.

import type { Comision } from './comisiones'
import { Comisiones } from './comisiones-view'
import type { ViewProps } from './view'

export default function LiquidacionView({ state, onChange }: ViewProps<readonly Comision[]>) {
  return (
    <>
      <p className="ayuda">Se restan del total de la liquidación.</p>
      <Comisiones rows={state} at="liquidacion.comisiones" onChange={onChange} />
    </>
  )
}
