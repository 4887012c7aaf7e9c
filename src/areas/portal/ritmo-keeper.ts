// How much a person has asked of the portal lately, kept by ten seconds, so that a crash gives nobody more (sii §11.5).

import { and, asc, eq, gt, lte, sql } from 'drizzle-orm'
import type { Clock } from '../../base/clock'
import type { PortalKeeper } from '../../sii/portal'
import type { Db, Store } from '../../store/store'
import { portalRitmo } from '../../store/tables/portal'

/** Requests are counted by so long. */
const CUENTA_MS = 10_000
/** And forgotten after so long. */
const RITMO_MS = 3_600_000

/** When a person's requests began, to ten seconds. */
export const consultasOf =
  (db: Db, clock: Clock): PortalKeeper['consultas'] =>
  (ambito, rut, since) =>
    db
      .select()
      .from(portalRitmo)
      .where(
        and(eq(portalRitmo.ambito, ambito), eq(portalRitmo.rut, rut), gt(portalRitmo.hasta, since.getTime())),
      )
      .orderBy(asc(portalRitmo.hasta))
      .all()
      .flatMap(({ hasta, consultas }) =>
        Array<Date>(consultas).fill(new Date(Math.min(hasta, clock().getTime()))),
      )

export const createRitmoKeeper = ({
  store: { db },
  clock,
}: {
  store: Store
  clock: Clock
}): Pick<PortalKeeper, 'consultas' | 'noteConsulta'> => ({
  consultas: consultasOf(db, clock),
  noteConsulta(ambito, rut, at) {
    const hasta = Math.ceil((at.getTime() + 1) / CUENTA_MS) * CUENTA_MS
    const row = { ambito, rut, hasta, consultas: 1 }
    const target = [portalRitmo.ambito, portalRitmo.rut, portalRitmo.hasta]
    const { consultas } = db
      .insert(portalRitmo)
      .values(row)
      .onConflictDoUpdate({ target, set: { consultas: sql`${portalRitmo.consultas} + 1` } })
      .returning({ consultas: portalRitmo.consultas })
      .get()
    if (consultas === 1)
      db.delete(portalRitmo)
        .where(lte(portalRitmo.hasta, hasta - RITMO_MS))
        .run()
  },
})
