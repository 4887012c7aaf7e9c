// Tells the companies of an account that a quota is nearly or wholly used (http §12, §16): each threshold once a month, and
// again only where the plan has moved it.

import { and, eq, isNull } from 'drizzle-orm'
import type { Clock } from '../../base/clock'
import { nextTurn } from '../../base/turn'
import { alcanzado, type NotifyCuota, restantes } from '../../domain/plan/cuota'
import type { Store } from '../../store/store'
import { cuenta } from '../../store/tables/cuenta'
import { empresa } from '../../store/tables/empresa'
import type { Eventos } from '../eventos'
import { createUso } from './uso'

/** Records the event for every living company of the account; call it in the transaction of what it tells. */
export function createNotifyCuota({
  store: { db },
  eventos,
}: {
  store: Store
  eventos: Pick<Eventos, 'emitOnce'>
}): NotifyCuota {
  const living = (cuentaId: string) =>
    db
      .select({ id: empresa.id })
      .from(empresa)
      .where(and(eq(empresa.cuentaId, cuentaId), isNull(empresa.deletedAt), eq(empresa.mudada, false)))
      .orderBy(empresa.id)
      .all()
  return (evento, cuota, estado) => {
    const { cuentaId, periodo, usadas, limite } = estado
    for (const { id: empresaId } of living(cuentaId)) {
      eventos.emitOnce({ empresaId, ambiente: null }, `${evento} ${cuota} ${periodo} ${limite}`, {
        evento,
        data: () => ({ empresa_id: empresaId, cuota, periodo, usadas, limite, restantes: restantes(estado) }),
      })
    }
  }
}

/** Looks at every account: a plan that was lowered reaches a threshold without a unit that would tell. */
export function createReviewCuotas({
  store: { client, db },
  clock,
  notify,
}: {
  store: Store
  clock: Clock
  notify: NotifyCuota
}): () => Promise<void> {
  const uso = createUso(db, clock)
  const look = client.transaction((cuentaId: string) => {
    const { periodo, ...cuotas } = uso(cuentaId)
    for (const cuota of ['consultas', 'emisiones'] as const) {
      const { usadas, limite } = cuotas[cuota]
      const estado = { cuentaId, periodo, usadas, limite }
      const evento = alcanzado(estado)
      if (evento) notify(evento, cuota, estado)
    }
  })
  return async () => {
    for (const { id } of db.select({ id: cuenta.id }).from(cuenta).all()) {
      if (!client.open) return
      look.immediate(id)
      await nextTurn()
    }
  }
}
