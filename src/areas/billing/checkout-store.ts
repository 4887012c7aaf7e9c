// Orders to pay and the money that came for them, as rows.

import type { Database } from 'better-sqlite3'
import type { NombrePlan } from '../../domain/plan/planes'
import type { Ciclo } from '../../domain/plan/precios'
import type { Proveedor } from './proveedor'

export const ESTADOS_CHECKOUT = ['abierto', 'pagado', 'vencido', 'anulado', 'rechazado'] as const
export type EstadoCheckout = (typeof ESTADOS_CHECKOUT)[number]

export interface Checkout {
  id: string
  cuenta_id: string
  plan: NombrePlan
  ciclo: Ciclo
  monto: number
  proveedor: Proveedor['nombre']
  estado: EstadoCheckout
  url: string | null
  token: string | null
  expira_en: string
  created_at: string
}

export const ESTADOS_COBRO = ['pagado', 'por_revisar'] as const

export interface Cobro {
  id: string
  cuenta_id: string
  checkout_id: string
  plan: NombrePlan
  ciclo: Ciclo
  monto: number
  estado: (typeof ESTADOS_COBRO)[number]
  /** Why a person must look at it. */
  motivo: string | null
  proveedor: Proveedor['nombre']
  referencia: string | null
  periodo_inicio: string | null
  periodo_fin: string | null
  created_at: string
}

export type CheckoutStore = ReturnType<typeof createCheckoutStore>

// An order that a gateway let be paid late is still asked for, this long.
const CONSULTA_MS = 3 * 86_400_000

export function createCheckoutStore(client: Database) {
  const select = client.prepare<[string], Checkout>('SELECT * FROM checkout WHERE id = ?')
  const byToken = client.prepare<[string], Checkout>('SELECT * FROM checkout WHERE token = ?')
  const insert = client.prepare(
    `INSERT INTO checkout VALUES (@id, @cuenta_id, @plan, @ciclo, @monto, @proveedor, @estado, @url, @token,
       @expira_en, @created_at)`,
  )
  const setPage = client.prepare('UPDATE checkout SET url = ?, token = ? WHERE id = ?')
  const setEstado = client.prepare('UPDATE checkout SET estado = ? WHERE id = ?')
  const annulOpen = client.prepare(
    "UPDATE checkout SET estado = 'anulado' WHERE cuenta_id = ? AND estado = 'abierto'",
  )
  const expire = client.prepare(
    "UPDATE checkout SET estado = 'vencido' WHERE estado = 'abierto' AND expira_en <= ?",
  )
  const unsettled = client.prepare<[string, string], Checkout>(
    `SELECT * FROM checkout WHERE proveedor = ? AND estado <> 'pagado' AND token IS NOT NULL AND created_at > ?
       AND NOT EXISTS (SELECT 1 FROM cobro WHERE checkout_id = checkout.id) ORDER BY created_at`,
  )
  const cobroOf = client.prepare<[string], Cobro>('SELECT * FROM cobro WHERE checkout_id = ?')
  const insertCobro = client.prepare(
    `INSERT INTO cobro VALUES (@id, @cuenta_id, @checkout_id, @plan, @ciclo, @monto, @estado, @motivo, @proveedor,
       @referencia, @periodo_inicio, @periodo_fin, @created_at)
     ON CONFLICT (checkout_id) DO UPDATE SET estado = @estado, motivo = @motivo, periodo_inicio = @periodo_inicio,
       periodo_fin = @periodo_fin WHERE cobro.estado = 'por_revisar'`,
  )
  const cobros = client.prepare<[string, number, number], Cobro>(
    'SELECT * FROM cobro WHERE cuenta_id = ? ORDER BY created_at DESC, id DESC LIMIT ? OFFSET ?',
  )
  const countCobros = client
    .prepare<[string], number>('SELECT count(*) FROM cobro WHERE cuenta_id = ?')
    .pluck()
  const pending = client.prepare<[], Checkout>(
    `SELECT c.* FROM checkout c LEFT JOIN cobro p ON p.checkout_id = c.id
     WHERE c.estado = 'abierto' OR p.estado = 'por_revisar' ORDER BY c.created_at`,
  )
  return {
    find: (id: string): Checkout | undefined => select.get(id),
    byToken: (token: string): Checkout | undefined => byToken.get(token),
    insert: (checkout: Checkout): void => void insert.run(checkout),
    setPage: (id: string, url: string, token: string | null): void => void setPage.run(url, token, id),
    setEstado: (id: string, estado: EstadoCheckout): void => void setEstado.run(estado, id),
    annulOpen: (cuentaId: string): void => void annulOpen.run(cuentaId),
    expire: (now: Date): number => expire.run(now.toISOString()).changes,
    /** Orders of a gateway whose end is not known. */
    unsettled: (proveedor: string, now: Date): Checkout[] =>
      unsettled.all(proveedor, new Date(now.getTime() - CONSULTA_MS).toISOString()),
    cobroOf: (checkoutId: string): Cobro | undefined => cobroOf.get(checkoutId),
    saveCobro: (cobro: Cobro): void => void insertCobro.run(cobro),
    cobros: (cuentaId: string, limit: number, offset: number): Cobro[] => cobros.all(cuentaId, limit, offset),
    countCobros: (cuentaId: string): number => countCobros.get(cuentaId)!,
    /** Orders of any account that wait for a payment or for a person. */
    pending: (): Checkout[] => pending.all(),
  }
}
