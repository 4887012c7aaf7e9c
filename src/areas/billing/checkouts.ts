// Orders to pay: opened, paid once, expired, annulled. What a gateway's call says is never believed: the gateway itself is
// asked. Money that fits no order is kept as `por_revisar` for a person, never lost and never granted by itself.

import { eq } from 'drizzle-orm'
import type { Clock } from '../../base/clock'
import type { NewId } from '../../base/id'
import type { Log } from '../../base/log'
import { AppError, faultsError } from '../../domain/errors'
import type { NombrePlan } from '../../domain/plan/planes'
import type { Ciclo, Precios } from '../../domain/plan/precios'
import { createPlanes } from '../../http/plan'
import type { Store } from '../../store/store'
import { cuenta } from '../../store/tables/cuenta'
import { type Checkout, createCheckoutStore } from './checkout-store'
import type { Pago, Proveedor } from './proveedor'
import type { Suscripciones } from './suscripciones'

type Note = (checkout: Checkout) => void

interface Deps {
  store: Store
  clock: Clock
  newId: NewId
  log: Log
  precios: Precios
  proveedor: Proveedor
  suscripciones: Suscripciones
}

export function createCheckouts({ store, clock, newId, log, precios, proveedor, suscripciones }: Deps) {
  const { client, db } = store
  const checkouts = createCheckoutStore(db)
  const planes = createPlanes(db)

  function find(cuentaId: string | null, id: string): Checkout {
    const found = checkouts.find(id)
    if (!found || (cuentaId !== null && found.cuentaId !== cuentaId))
      throw new AppError('NOT_FOUND', 'No existe una orden de pago con ese id')
    // The clock decides, not the hour in which somebody writes it down.
    const late = found.estado === 'abierto' && found.expiraEn <= clock().toISOString()
    return late ? { ...found, estado: 'vencido' } : found
  }

  const create = client.transaction(
    (cuentaId: string, plan: NombrePlan, ciclo: Ciclo, note: Note): Checkout => {
      const monto = precios[plan][ciclo]
      if (!monto)
        throw faultsError([
          { campo: 'plan', regla: 'gratis', mensaje: `El plan ${plan} no se paga: use PUT /v1/cuenta/plan` },
        ])
      planes.requireFit(cuentaId, plan)
      if (suscripciones.waits(cuentaId, plan))
        throw new AppError('INVALID_STATE', 'Ya hay otro plan pagado que comienza al terminar el período')
      checkouts.annulOpen(cuentaId)
      const now = clock()
      const checkout: Checkout = {
        id: newId('chk'),
        cuentaId,
        plan,
        ciclo,
        monto,
        proveedor: proveedor.nombre,
        estado: 'abierto',
        url: null,
        token: null,
        expiraEn: new Date(now.getTime() + proveedor.expiryMs).toISOString(),
        createdAt: now.toISOString(),
      }
      checkouts.insert(checkout)
      note(checkout)
      return checkout
    },
  )

  /** Money that came; grants what it pays for, or leaves it for a person. */
  function receive(
    checkout: Checkout,
    referencia: string | null,
    monto: number,
    motivo: string | null,
  ): void {
    const { id, cuentaId, plan, ciclo } = checkout
    const paid = motivo === null
    const dates = paid ? suscripciones.grant({ cuentaId, plan, ciclo, monto: checkout.monto }) : null
    checkouts.saveCobro({
      id: newId('cob'),
      cuentaId,
      checkoutId: id,
      plan,
      ciclo,
      monto,
      estado: paid ? 'pagado' : 'por_revisar',
      motivo,
      proveedor: checkout.proveedor,
      referencia,
      periodoInicio: dates?.inicio ?? null,
      periodoFin: dates?.fin ?? null,
      createdAt: clock().toISOString(),
    })
    if (paid) checkouts.setEstado(id, 'pagado')
    else if (checkout.estado === 'abierto') checkouts.setEstado(id, 'rechazado')
    if (motivo) log.warn('cobro.por_revisar', { checkout_id: id, cuenta_id: cuentaId, motivo })
  }

  /** The objection to a payment that differs from its order. */
  function objection({ id, monto, estado }: Checkout, pago: Pago): string | null {
    if (pago.checkoutId !== id) return `el pago es de la orden ${pago.checkoutId}`
    if (pago.moneda !== 'CLP') return `se pagó en ${pago.moneda}`
    if (pago.monto !== monto) return `se pagaron ${pago.monto} pesos de ${monto}`
    return estado === 'anulado' ? 'la orden estaba anulada cuando llegó el pago' : null
  }

  /** Writes what the gateway said of an order; the same word twice changes nothing. */
  const settle = client.transaction((id: string, pago: Pago): void => {
    const checkout = checkouts.find(id)!
    if (pago.estado === 'pendiente' || checkouts.cobroOf(id)) return
    if (pago.estado === 'pagado') {
      // A column of whole pesos: what is not one is told by the reason.
      receive(checkout, pago.referencia, Math.max(0, Math.trunc(pago.monto)), objection(checkout, pago))
    } else if (checkout.estado === 'abierto') checkouts.setEstado(id, pago.estado)
  }).immediate

  /** Asks the gateway about an order, outside any transaction. Throws PAYMENT_ERROR. */
  async function refresh({ id, token, proveedor: by }: Checkout): Promise<void> {
    if (token !== null && by === proveedor.nombre && proveedor.consult)
      settle(id, await proveedor.consult(token))
  }

  const confirm = client.transaction((cuentaId: string | null, id: string, forced: boolean): Checkout => {
    const checkout = find(cuentaId, id)
    if (checkout.estado === 'pagado') return checkout
    if (checkout.estado !== 'abierto' && !forced)
      throw new AppError('INVALID_STATE', `La orden está en estado ${checkout.estado}; abra otra`)
    const known = checkouts.cobroOf(id)
    receive(checkout, known?.referencia ?? null, known?.monto ?? checkout.monto, null)
    return find(null, id)
  }).immediate

  return {
    /** Throws NOT_FOUND: also for another account's. */
    get: find,
    pending: checkouts.pending,

    /**
     * Opens an order, which annuls the one that was open; `note` runs in the transaction that makes it. Throws PLAN_FEATURE,
     * INVALID_STATE, PAYMENT_ERROR.
     */
    async open(cuentaId: string, plan: NombrePlan, ciclo: Ciclo, note: Note): Promise<Checkout> {
      const checkout = create.immediate(cuentaId, plan, ciclo, note)
      try {
        const { url, token } = await proveedor.open({
          checkoutId: checkout.id,
          monto: checkout.monto,
          concepto: `Timbre, plan ${plan} ${ciclo}`,
          email: db.select({ email: cuenta.email }).from(cuenta).where(eq(cuenta.id, cuentaId)).get()!.email,
          segundos: proveedor.expiryMs / 1000,
        })
        checkouts.setPage(checkout.id, url, token)
        return find(cuentaId, checkout.id)
      } catch (fault) {
        checkouts.setEstado(checkout.id, 'anulado')
        throw fault
      }
    },

    /** The order as its gateway knows it, or as it was last known when that does not answer. */
    async look(cuentaId: string, id: string): Promise<Checkout> {
      const checkout = find(cuentaId, id)
      if (checkout.estado === 'abierto')
        await refresh(checkout).catch((fault) =>
          log.warn('billing.consult', { checkout_id: id, error: fault }),
        )
      return find(cuentaId, id)
    },

    /** Nobody wants it any more. Throws INVALID_STATE unless it is open. */
    annul: client.transaction((cuentaId: string, id: string): void => {
      const { estado } = find(cuentaId, id)
      if (estado !== 'abierto')
        throw new AppError('INVALID_STATE', `La orden está en estado ${estado} y no se puede anular`)
      checkouts.setEstado(id, 'anulado')
    }).immediate,

    /**
     * A person says that the money came; once said, saying it again changes nothing. `cuentaId` null is whoever runs the server,
     * who may also accept what expired, was annulled or waits for review. Throws INVALID_STATE.
     */
    confirm: (cuentaId: string | null, id: string): Checkout => confirm(cuentaId, id, cuentaId === null),

    /** A gateway reports on an order. Throws NOT_FOUND for a token that is no order's, PAYMENT_ERROR when it cannot be asked. */
    async report(token: string): Promise<Checkout> {
      const checkout = checkouts.byToken(token)
      if (!checkout) throw new AppError('NOT_FOUND', 'No existe una orden de pago con ese token')
      await refresh(checkout)
      return find(null, checkout.id)
    },

    /** Asks about every order whose end is not known, for reports that were lost, then lets those expire whose time is over. */
    async sweep(): Promise<void> {
      for (const checkout of checkouts.unsettled(proveedor.nombre, clock())) {
        await refresh(checkout).catch((fault) =>
          log.warn('billing.consult', { checkout_id: checkout.id, error: fault }),
        )
      }
      checkouts.expire(clock())
    },
  }
}
