// The payment provider: what billing asks of a gateway, and the one where people settle it among themselves.

/** The amount to pay, in whole pesos. */
export interface Pedido {
  checkoutId: string
  monto: number
  concepto: string
  email: string
  /** Seconds until the order expires. */
  segundos: number
}

/** The gateway's answer about a payment. */
export interface Pago {
  estado: 'pendiente' | 'pagado' | 'rechazado' | 'anulado'
  checkoutId: string
  monto: number
  moneda: string
  /** The gateway's own number of it. */
  referencia: string
}

export interface Proveedor {
  nombre: 'manual' | 'flow'
  /** How long an order may be paid. */
  expiryMs: number
  /** Opens an order; `url` is where a person pays it. Throws PAYMENT_ERROR. */
  open(pedido: Pedido): Promise<{ url: string; token: string | null }>
  /** Asks about the fate of an order; null where only a person knows. Throws PAYMENT_ERROR. */
  consult: ((token: string) => Promise<Pago>) | null
}

const DAY_MS = 86_400_000

/** Transfer or cash: a person confirms that the money came, on the page that shows the order. */
export const createManual = (base: string): Proveedor => ({
  nombre: 'manual',
  expiryMs: 7 * DAY_MS,
  open: async ({ checkoutId }) => ({ url: `${base}/app/plan?orden=${checkoutId}`, token: null }),
  consult: null,
})
