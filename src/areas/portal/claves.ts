// The clave tributaria of a company, sealed: loaded by a person, given to the client alone, never shown (http §28.1).

import { createHmac } from 'node:crypto'
import { and, eq } from 'drizzle-orm'
import type { Clock } from '../../base/clock'
import { AppError } from '../../domain/errors'
import type { MundoPortal } from '../../domain/portal'
import type { Credencial } from '../../sii/portal'
import type { Place, Secrets } from '../../store/secrets'
import type { Store } from '../../store/store'
import { portalClave } from '../../store/tables/portal'

const place = (empresaId: string, mundo: MundoPortal): Place => ({
  table: 'portal_clave',
  column: 'clave_cifrada',
  id: [empresaId, mundo].join('\0'),
})

/** The data of a clave; never the clave. */
export interface ClaveCargada {
  rut: string
  credencial: string
  cargadaEn: string
  cargadaPor: string | null
}

const markOf = (key: Uint8Array, rut: string, clave: string): string =>
  createHmac('sha256', key).update(`${rut}\0${clave}`).digest('hex')

/** The mark of a clave in a server with these secrets. */
export const credencialOf = (secrets: Pick<Secrets, 'deriveKey'>, rut: string, clave: string): string =>
  markOf(secrets.deriveKey('portal-clave'), rut, clave)

export type Claves = ReturnType<typeof createClaves>

export function createClaves({ store, clock }: { store: Store; clock: Clock }) {
  const { db, secrets } = store
  const digestKey = secrets.deriveKey('portal-clave')
  const of = (empresaId: string, mundo: MundoPortal) =>
    and(eq(portalClave.empresaId, empresaId), eq(portalClave.mundo, mundo))
  const find = (empresaId: string, mundo: MundoPortal) =>
    db.select().from(portalClave).where(of(empresaId, mundo)).get()

  return {
    get(empresaId: string, mundo: MundoPortal): ClaveCargada | null {
      const row = find(empresaId, mundo)
      if (!row) return null
      const { rut, credencial, cargadaEn, cargadaPor } = row
      return { rut, credencial, cargadaEn, cargadaPor }
    },

    /** With its clave, for the client of the portal alone. */
    credencial(empresaId: string, mundo: MundoPortal): Credencial | null {
      const row = find(empresaId, mundo)
      if (!row) return null
      const clave = secrets.open(place(empresaId, mundo), row.claveCifrada).toString()
      return { metodo: 'clave', id: row.credencial, rut: row.rut, clave }
    },

    /** Takes the place of the one before. */
    keep(empresaId: string, mundo: MundoPortal, rut: string, clave: string, usuarioId: string): ClaveCargada {
      const loaded = {
        rut,
        // Keyed: a clave is short, and whoever reads the file could else try them all.
        credencial: markOf(digestKey, rut, clave),
        cargadaEn: clock().toISOString(),
        cargadaPor: usuarioId,
      }
      const row = { ...loaded, claveCifrada: secrets.seal(place(empresaId, mundo), clave) }
      db.insert(portalClave)
        .values({ empresaId, mundo, ...row })
        .onConflictDoUpdate({ target: [portalClave.empresaId, portalClave.mundo], set: row })
        .run()
      return loaded
    },

    /** Throws NOT_FOUND when none is loaded. */
    remove(empresaId: string, mundo: MundoPortal): void {
      if (!db.delete(portalClave).where(of(empresaId, mundo)).run().changes)
        throw new AppError('NOT_FOUND', 'La empresa no tiene una clave tributaria cargada')
    },
  }
}
