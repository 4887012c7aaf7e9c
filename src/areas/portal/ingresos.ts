// How often a person logged in (sii §11.3), and who may not for now without a session: jobs wait for that too.

import { and, asc, eq, gt, inArray, or } from 'drizzle-orm'
import type { MetodoPortal } from '../../domain/portal'
import { ambitoOf, loginAt, type PortalKeeper, puertaOf } from '../../sii/portal'
import type { Db } from '../../store/store'
import { portalClave, portalIngreso, portalSesion } from '../../store/tables/portal'

const HORA_MS = 60 * 60_000

export const loginsOf =
  (db: Db): PortalKeeper['logins'] =>
  (acceso, credencial, since) =>
    db
      .select({ at: portalIngreso.at })
      .from(portalIngreso)
      .where(
        and(
          eq(portalIngreso.ambito, ambitoOf(acceso)),
          eq(portalIngreso.credencial, puertaOf(credencial)),
          gt(portalIngreso.at, since.toISOString()),
          or(eq(portalIngreso.cuentaId, acceso.dueno), eq(portalIngreso.entro, true)),
        ),
      )
      .orderBy(asc(portalIngreso.at))
      .all()
      .map(({ at }) => new Date(at))

interface EsperaDeIngreso {
  ambito: string
  /** Its door: method and RUT. */
  credencial: string
  rut: string
  cuentaId: string
  hasta: Date
}

/** The persons of each account that have no session and may not log in before `hasta`. */
export function ingresosOf(db: Db, now: Date): EsperaDeIngreso[] {
  const tried = db
    .selectDistinct({
      ambito: portalIngreso.ambito,
      credencial: portalIngreso.credencial,
      cuentaId: portalIngreso.cuentaId,
    })
    .from(portalIngreso)
    .where(gt(portalIngreso.at, new Date(now.getTime() - HORA_MS).toISOString()))
    .all()
  return tried.flatMap(({ ambito, credencial, cuentaId }) => {
    const [metodo, rut] = credencial.split(' ') as [MetodoPortal, string]
    if (cuentaId === null || hasSesion(db, ambito, credencial, rut, cuentaId)) return []
    const ambiente = ambito === 'sii' ? ('produccion' as const) : ('simulacion' as const)
    const hasta = loginAt({ logins: loginsOf(db) }, { ambiente, dueno: cuentaId }, { metodo, rut }, now)
    return hasta ? { ambito, credencial, rut, cuentaId, hasta } : []
  })
}

/** A clave's session is kept by the clave, a certificate's by its door. */
const hasSesion = (db: Db, ambito: string, puerta: string, rut: string, cuentaId: string): boolean =>
  db
    .select({ credencial: portalSesion.credencial })
    .from(portalSesion)
    .where(
      and(
        eq(portalSesion.cuentaId, cuentaId),
        eq(portalSesion.ambito, ambito),
        or(
          eq(portalSesion.credencial, puerta),
          puerta.startsWith('clave ')
            ? inArray(
                portalSesion.credencial,
                db.select({ id: portalClave.credencial }).from(portalClave).where(eq(portalClave.rut, rut)),
              )
            : undefined,
        ),
      ),
    )
    .get() !== undefined
