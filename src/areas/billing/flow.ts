// Flow (developers.flow.cl): orders by POST /payment/create, their state by GET /payment/getStatus, every call signed with
// HMAC-SHA256 over its parameters, sorted by name and written one after another as name and value.

import { createHmac } from 'node:crypto'
import { AppError } from '../../domain/errors'
import type { Pago, Proveedor } from './proveedor'

/** The way out of the process. */
export type Salida = (url: string, init: RequestInit) => Promise<Response>

interface FlowOptions {
  /** `https://www.flow.cl/api`, or the sandbox's. */
  url: string
  apiKey: string
  secretKey: string
  /** Where Flow and the payer's browser reach this server. */
  publicUrl: string
  fetch: Salida
}

/** Where Flow reports a payment, and where it sends the payer back to. */
export const CONFIRMACION = '/billing/flow/confirmacion'
export const RETORNO = '/billing/flow/retorno'

const TIMEOUT_MS = 10_000
const DAY_MS = 86_400_000
/** All the means of payment that the merchant has. */
const TODOS_LOS_MEDIOS = '9'

// getStatus: 1 pending, 2 paid, 3 rejected, 4 annulled.
const ESTADOS: Record<number, Pago['estado']> = {
  1: 'pendiente',
  2: 'pagado',
  3: 'rechazado',
  4: 'anulado',
}

/** The signature of parameters, hexadecimal. */
export function signFlow(params: Record<string, string>, secretKey: string): string {
  const text = Object.keys(params)
    .sort()
    .map((name) => `${name}${params[name]}`)
    .join('')
  return createHmac('sha256', secretKey).update(text).digest('hex')
}

export function createFlow({ url, apiKey, secretKey, publicUrl, fetch }: FlowOptions): Proveedor {
  async function call(
    method: 'GET' | 'POST',
    path: string,
    params: Record<string, string>,
  ): Promise<unknown> {
    const all = { ...params, apiKey }
    const form = new URLSearchParams({ ...all, s: signFlow(all, secretKey) }).toString()
    const init: RequestInit = { method, signal: AbortSignal.timeout(TIMEOUT_MS) }
    const post = { headers: { 'content-type': 'application/x-www-form-urlencoded' }, body: form }
    let answer: Response
    let body: unknown
    try {
      answer = await (method === 'POST'
        ? fetch(`${url}${path}`, { ...init, ...post })
        : fetch(`${url}${path}?${form}`, init))
      body = await answer.json()
    } catch (fault) {
      // Only its name: the address of the call carries key and signature.
      throw down('La pasarela de pagos no responde', fault instanceof Error ? fault.name : 'unknown')
    }
    if (answer.ok) return body
    const { code, message } = (body ?? {}) as { code?: unknown; message?: unknown }
    throw down('La pasarela de pagos rechazó la orden', `${answer.status} ${code} ${message}`)
  }

  return {
    nombre: 'flow',
    expiryMs: DAY_MS,
    async open({ checkoutId, monto, concepto, email, segundos }) {
      const body = await call('POST', '/payment/create', {
        commerceOrder: checkoutId,
        subject: concepto,
        currency: 'CLP',
        amount: String(monto),
        email,
        paymentMethod: TODOS_LOS_MEDIOS,
        timeout: String(segundos),
        urlConfirmation: `${publicUrl}${CONFIRMACION}`,
        urlReturn: `${publicUrl}${RETORNO}`,
      })
      const { url: page, token } = body as { url?: unknown; token?: unknown }
      if (typeof page !== 'string' || typeof token !== 'string') throw nonsense()
      return { url: `${page}?token=${encodeURIComponent(token)}`, token }
    },
    async consult(token) {
      const body = (await call('GET', '/payment/getStatus', { token })) as Record<string, unknown>
      const estado = ESTADOS[Number(body.status)]
      // Amounts come as numbers or as decimal texts (`12000.00`); a peso has no parts.
      const monto = Number(body.amount)
      if (!estado || typeof body.commerceOrder !== 'string' || !Number.isFinite(monto)) throw nonsense()
      return {
        estado,
        checkoutId: body.commerceOrder,
        monto,
        moneda: String(body.currency),
        referencia: String(body.flowOrder),
      }
    },
  }
}

const down = (message: string, cause: string): AppError => new AppError('PAYMENT_ERROR', message, { cause })
const nonsense = (): AppError => down('La pasarela de pagos respondió algo que no se entiende', 'shape')
