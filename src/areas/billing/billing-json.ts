// Billing as JSON (http §22.4).

import { type Static, Type } from '@sinclair/typebox'
import { sql } from 'drizzle-orm'
import { NOMBRES_PLAN } from '../../domain/plan/planes'
import { CICLOS } from '../../domain/plan/precios'
import { Exact, Nullable, OneOf } from '../../http/envelope'
import type { Fields } from '../../http/newest'
import { cobro } from '../../store/tables/billing'
import { type Checkout, ESTADOS_CHECKOUT } from './checkout-store'
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

/** Money that came. */
export const COBRO = {
  id: [cobro.id, Type.String()],
  checkout_id: [cobro.checkoutId, Type.String()],
  plan: [cobro.plan, OneOf(NOMBRES_PLAN)],
  ciclo: [cobro.ciclo, OneOf(CICLOS)],
  monto: [cobro.monto, Monto],
  moneda: [sql<'CLP'>`'CLP'`, Moneda],
  estado: [
    cobro.estado,
    OneOf(cobro.estado.enumValues, {
      description:
        '`por_revisar`: el dinero llegó y no calza con la orden; lo resuelve quien administra el servidor.',
    }),
  ],
  motivo: [cobro.motivo, Nullable(Type.String())],
  proveedor: [cobro.proveedor, OneOf(cobro.proveedor.enumValues)],
  referencia: [cobro.referencia, Nullable(Type.String({ description: 'Número del pago en la pasarela.' }))],
  periodo_inicio: [cobro.periodoInicio, Nullable(Type.String())],
  periodo_fin: [cobro.periodoFin, Nullable(Type.String())],
  created_at: [cobro.createdAt, Type.String()],
} satisfies Fields
