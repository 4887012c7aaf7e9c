// The fields of each block, under its id. A block's own file says what it holds; the form puts both together.

import { type ComponentType, type LazyExoticComponent, lazy } from 'react'
import { BoletaView } from './boleta-view'
import { DescuentosView } from './descuentos-view'
import { FechasView } from './fechas-view'
import { OtrosView } from './otros-view'
import { PagoView } from './pago-view'
import { ServicioView } from './servicio-view'
import type { ViewProps } from './view'

/** With the type of the state forgotten, as `asBlock` does: both are found by the one id. */
const asView = <S>(
  view: ComponentType<ViewProps<S>> | LazyExoticComponent<ComponentType<ViewProps<S>>>,
): ComponentType<ViewProps<unknown>> => view as unknown as ComponentType<ViewProps<unknown>>

// Rare blocks, and the tables of their codes, load when such a document is opened.
const Traslado = lazy(() => import('./traslado-view'))
const Exportacion = lazy(() => import('./exportacion-view'))
const Compra = lazy(() => import('./compra-view'))
const Liquidacion = lazy(() => import('./liquidacion-view'))

export const BLOCK_VIEWS: Readonly<Record<string, ComponentType<ViewProps<unknown>>>> = {
  pago: asView(PagoView),
  boleta: asView(BoletaView),
  descuentos: asView(DescuentosView),
  servicio: asView(ServicioView),
  fechas: asView(FechasView),
  otros: asView(OtrosView),
  traslado: asView(Traslado),
  exportacion: asView(Exportacion),
  compra: asView(Compra),
  liquidacion: asView(Liquidacion),
}
