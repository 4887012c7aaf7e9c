// What the client of the portal keeps, in the database: sessions with their cookies sealed, refusals, pauses, logins, strange pages
// (sii §11.5). A refusal is told to every company that holds the credential, in its transaction.

import { and, asc, eq, gt, lte } from 'drizzle-orm'
import type { Clock } from '../../base/clock'
import type { NewId } from '../../base/id'
import type { Bloqueo } from '../../domain/portal'
import { rowTrims, type Trim } from '../../jobs/trim'
import { ambitoOf, type PortalKeeper, type SesionGuardada } from '../../sii/portal'
import type { Place } from '../../store/secrets'
import type { Db, Store } from '../../store/store'
import {
  portalBloqueo,
  portalIngreso,
  portalPagina,
  portalPausa,
  portalSesion,
} from '../../store/tables/portal'
import type { Holders } from './holders'

type Clave = Parameters<PortalKeeper['find']>[0]
type SesionRow = typeof portalSesion.$inferSelect

interface Deps {
  store: Store
  clock: Clock
  newId: NewId
  holders: Holders
}

/** Logins of a day ago are no measure any more, pages of a month ago no help. */
export const portalTrims = (db: Db): Trim[] =>
  rowTrims(db, [
    {
      table: portalIngreso,
      id: portalIngreso.id,
      days: 1,
      until: (before) => lte(portalIngreso.at, before),
    },
    {
      table: portalPagina,
      id: portalPagina.id,
      days: 30,
      until: (before) => lte(portalPagina.createdAt, before),
    },
  ])

const cookiesPlace = ({ dueno, ambito, credencial }: Clave): Place => ({
  table: 'portal_sesion',
  column: 'cookies_cifradas',
  id: [dueno, ambito, credencial].join('\0'),
})

export function createPortalKeeper({ store, clock, newId, holders }: Deps): PortalKeeper {
  const { db, client, secrets } = store
  const ofSesion = ({ dueno, ambito, credencial }: Clave) =>
    and(
      eq(portalSesion.cuentaId, dueno),
      eq(portalSesion.ambito, ambito),
      eq(portalSesion.credencial, credencial),
    )
  const ofPausa = ({ dueno, ambito, credencial }: Clave) =>
    and(
      eq(portalPausa.cuentaId, dueno),
      eq(portalPausa.ambito, ambito),
      eq(portalPausa.credencial, credencial),
    )
  const ofBloqueo = (ambito: string, credencial: string) =>
    and(eq(portalBloqueo.ambito, ambito), eq(portalBloqueo.credencial, credencial))

  function sesionOf({ cuentaId: dueno, ...row }: SesionRow): SesionGuardada {
    const clave = { dueno, ambito: row.ambito, credencial: row.credencial }
    const cookies = JSON.parse(secrets.open(cookiesPlace(clave), row.cookiesCifradas).toString())
    const { metodo, ambiente } = row
    return {
      ...clave,
      metodo,
      ambiente,
      abiertaEn: new Date(row.abiertaEn),
      usadaEn: new Date(row.usadaEn),
      cookies,
    }
  }

  const block = client.transaction((...[acceso, credencial, bloqueo]: Parameters<PortalKeeper['block']>) => {
    const row = { ambito: ambitoOf(acceso), credencial: credencial.id, ...bloqueo }
    const target = [portalBloqueo.ambito, portalBloqueo.credencial]
    db.insert(portalBloqueo).values(row).onConflictDoUpdate({ target, set: row }).run()
    holders.tellBlocked(acceso, credencial, bloqueo)
  })

  return {
    find(clave) {
      const row = db.select().from(portalSesion).where(ofSesion(clave)).get()
      return row ? sesionOf(row) : null
    },
    put({ dueno, ambito, credencial, metodo, ambiente, abiertaEn, usadaEn, cookies }) {
      const clave = { dueno, ambito, credencial }
      const set = {
        metodo,
        ambiente,
        abiertaEn: abiertaEn.toISOString(),
        usadaEn: usadaEn.toISOString(),
        cookiesCifradas: secrets.seal(cookiesPlace(clave), JSON.stringify(cookies)),
      }
      const target = [portalSesion.cuentaId, portalSesion.ambito, portalSesion.credencial]
      db.insert(portalSesion)
        .values({ cuentaId: dueno, ambito, credencial, ...set })
        .onConflictDoUpdate({ target, set })
        .run()
    },
    drop: (clave) => void db.delete(portalSesion).where(ofSesion(clave)).run(),
    all: () => db.select().from(portalSesion).all().map(sesionOf),
    pausa(clave) {
      const row = db.select().from(portalPausa).where(ofPausa(clave)).get()
      return row ? { motivo: row.motivo, hasta: row.hasta } : null
    },
    pause({ dueno, ambito, credencial }, pausa) {
      const target = [portalPausa.cuentaId, portalPausa.ambito, portalPausa.credencial]
      db.insert(portalPausa)
        .values({ cuentaId: dueno, ambito, credencial, ...pausa })
        .onConflictDoUpdate({ target, set: pausa })
        .run()
    },
    bloqueo(ambito, credencial) {
      const row = db.select().from(portalBloqueo).where(ofBloqueo(ambito, credencial)).get()
      if (!row) return null
      const { ambito: _, credencial: __, ...bloqueo } = row
      return bloqueo satisfies Bloqueo
    },
    block: (...args) => block.immediate(...args),
    logins: (ambito, credencial, since) =>
      db
        .select({ at: portalIngreso.at })
        .from(portalIngreso)
        .where(
          and(
            eq(portalIngreso.ambito, ambito),
            eq(portalIngreso.credencial, credencial),
            gt(portalIngreso.at, since.toISOString()),
          ),
        )
        .orderBy(asc(portalIngreso.at))
        .all()
        .map(({ at }) => new Date(at)),
    noteLogin: (ambito, credencial, at) =>
      void db.insert(portalIngreso).values({ ambito, credencial, at: at.toISOString() }).run(),
    keepPage({ ambiente, dueno }, paso, html) {
      const id = newId('pag')
      const place = { table: 'portal_pagina', column: 'html_cifrado', id }
      db.insert(portalPagina)
        .values({
          id,
          cuentaId: dueno,
          ambiente,
          paso,
          htmlCifrado: secrets.seal(place, html),
          createdAt: clock().toISOString(),
        })
        .run()
    },
  }
}

/** Lifts a refusal; whether there was one. */
export const liftBloqueo = (db: Db, ambito: string, credencial: string): boolean =>
  db
    .delete(portalBloqueo)
    .where(and(eq(portalBloqueo.ambito, ambito), eq(portalBloqueo.credencial, credencial)))
    .run().changes > 0
