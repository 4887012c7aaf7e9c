// The fields of each block, under its id. A block's own file says what it holds; the form puts both together.

import type { ComponentType } from 'react'
import { BoletaView } from './boleta-view'
import { DescuentosView } from './descuentos-view'
import { FechasView } from './fechas-view'
import { OtrosView } from './otros-view'
import { PagoView } from './pago-view'
import { ServicioView } from './servicio-view'
import type { ViewProps } from './view'

/** With the type of the state forgotten, as `asBlock` does: both are found by the one id. */
const asView = <S>(view: ComponentType<ViewProps<S>>): ComponentType<ViewProps<unknown>> =>
  view as unknown as ComponentType<ViewProps<unknown>>

export const BLOCK_VIEWS: Readonly<Record<string, ComponentType<ViewProps<unknown>>>> = {
  pago: asView(PagoView),
  boleta: asView(BoletaView),
  descuentos: asView(DescuentosView),
  servicio: asView(ServicioView),
  fechas: asView(FechasView),
  otros: asView(OtrosView),
}
