// Billing as JSON (http §22.4).

import { type Static, Type } from '@sinclair/typebox'
import { NOMBRES_PLAN } from '../../domain/plan/planes'
import { CICLOS } from '../../domain/plan/precios'
import { Exact, Nullable, OneOf } from '../../http/envelope'
import { type Checkout, type Cobro, ESTADOS_CHECKOUT, ESTADOS_COBRO } from './checkout-store'
import { ESTADOS_SUSCRIPCION, type Suscripcion } from './suscripciones'

const Monto = Type.Integer({ description: 'Pesos, impuestos incluidos.' })
const Moneda = Type.Literal('CLP')

export const SuscripcionJson = Exact({
  plan: OneOf(NOMBRES_PLAN, { description: 'El que rige ahora.' }),
  estado: OneOf(ESTADOS_SUSCRIPCION, {
    description:
      '`morosa`: terminó el período pagado; el plan dura siete días más. `cancelada`: terminó y la cuenta volvió al plan inicial.',
  }),
  periodo_inicio: Type.String({ description: 'Fecha de Chile; sin suscripción pagada, el mes.' }),
  periodo_fin: Type.String({ description: 'Último día, incluido.' }),
  monto: Monto,
  moneda: Moneda,
  renovacion: Type.Boolean({ description: 'false: termina con su período, o no hay nada que renovar.' }),
})

export const suscripcionToJson = (suscripcion: Suscripcion): Static<typeof SuscripcionJson> => {
  const { plan, estado, periodoInicio, periodoFin, monto, renovacion } = suscripcion
  return {
    plan,
    estado,
    periodo_inicio: periodoInicio,
    periodo_fin: periodoFin,
    monto,
    moneda: 'CLP',
    renovacion,
  }
}

export const NuevoCheckout = Exact({
  plan: OneOf(NOMBRES_PLAN, { examples: ['Profesional'] }),
  ciclo: OneOf(CICLOS, { examples: ['mensual'] }),
})

export const CheckoutJson = Exact({
  id: Type.String(),
  url: Nullable(Type.String({ description: 'Donde una persona lo paga.' })),
  estado: OneOf(ESTADOS_CHECKOUT),
  expira_en: Type.String(),
  plan: OneOf(NOMBRES_PLAN),
  ciclo: OneOf(CICLOS),
  monto: Monto,
  moneda: Moneda,
  creado_en: Type.String(),
})

export const checkoutToJson = (checkout: Checkout): Static<typeof CheckoutJson> => {
  const { id, url, estado, expiraEn, plan, ciclo, monto, createdAt } = checkout
  return { id, url, estado, expira_en: expiraEn, plan, ciclo, monto, moneda: 'CLP', creado_en: createdAt }
}

export const CobroJson = Exact({
  id: Type.String(),
  checkout_id: Type.String(),
  plan: OneOf(NOMBRES_PLAN),
  ciclo: OneOf(CICLOS),
  monto: Monto,
  moneda: Moneda,
  estado: OneOf(ESTADOS_COBRO, {
    description:
      '`por_revisar`: el dinero llegó y no calza con la orden; lo resuelve quien administra el servidor.',
  }),
  motivo: Nullable(Type.String()),
  proveedor: OneOf(['manual', 'flow']),
  referencia: Nullable(Type.String({ description: 'Número del pago en la pasarela.' })),
  periodo_inicio: Nullable(Type.String()),
  periodo_fin: Nullable(Type.String()),
  created_at: Type.String(),
})

export const cobroToJson = (cobro: Cobro): Static<typeof CobroJson> => ({
  id: cobro.id,
  checkout_id: cobro.checkoutId,
  plan: cobro.plan,
  ciclo: cobro.ciclo,
  monto: cobro.monto,
  moneda: 'CLP',
  estado: cobro.estado,
  motivo: cobro.motivo,
  proveedor: cobro.proveedor,
  referencia: cobro.referencia,
  periodo_inicio: cobro.periodoInicio,
  periodo_fin: cobro.periodoFin,
  created_at: cobro.createdAt,
})
