// The portal client's records in the database: sealed sessions, refusals, pauses, logins, strange pages (sii
// §11.5). A refusal is told to every company that holds the credential, in its transaction.

import { and, eq, inArray, lte, sql } from 'drizzle-orm'
import type { Clock } from '../../base/clock'
import type { NewId } from '../../base/id'
import type { Log } from '../../base/log'
import type { Bloqueo } from '../../domain/portal'
import { rowTrims, type Trim } from '../../jobs/trim'
import {
  ambitoOf,
  bloqueoKeyOf,
  bloqueoKeysOf,
  type Credencial,
  type PortalKeeper,
  puertaOf,
  type SesionGuardada,
} from '../../sii/portal'
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
import { loginsOf } from './ingresos'
import { createRitmoKeeper } from './ritmo-keeper'

type Clave = Parameters<PortalKeeper['find']>[0]
type SesionRow = typeof portalSesion.$inferSelect
type Whose = Parameters<PortalKeeper['bloqueos']>[0]
type BloqueoRow = typeof portalBloqueo.$inferSelect

interface Deps {
  store: Store
  clock: Clock
  newId: NewId
  log: Pick<Log, 'warn' | 'info'>
  holders: Holders
}

const ofBloqueo = (whose: Whose, keys: readonly string[]) =>
  and(eq(portalBloqueo.ambito, ambitoOf(whose)), inArray(portalBloqueo.credencial, [...keys]))

const bloqueoOf = ({ ambito: _, credencial: __, ...bloqueo }: BloqueoRow): Bloqueo => bloqueo

const lift = (db: Db, whose: Whose, keys: readonly string[]): Bloqueo[] =>
  db.delete(portalBloqueo).where(ofBloqueo(whose, keys)).returning().all().map(bloqueoOf)

/** Forgets what kept a credential out, over or not; what it was. */
export const liftBloqueos = (db: Db, whose: Whose, credencial: Credencial): Bloqueo[] =>
  lift(db, whose, bloqueoKeysOf(whose, credencial))

/** Ends it now, and keeps it: the login that comes next tells those who were kept out, or is refused as insisting. */
export const endBloqueos = (db: Db, whose: Whose, credencial: Credencial, now: Date): Bloqueo[] =>
  db
    .update(portalBloqueo)
    .set({ hasta: now.toISOString() })
    .where(ofBloqueo(whose, bloqueoKeysOf(whose, credencial)))
    .returning()
    .all()
    .map(bloqueoOf)

/** Forgets what kept the person out in this account alone: it comes with another credential now. */
export const liftOwn = (db: Db, whose: Whose, credencial: Credencial): Bloqueo[] =>
  lift(db, whose, [bloqueoKeyOf(whose, credencial, 'DESCONOCIDO')])

/** Forgets what the SII said of a certificate that nobody holds any more. */
export const liftSecret = (db: Db, whose: Whose, { id }: Credencial): Bloqueo[] => lift(db, whose, [id])

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

export function createPortalKeeper(deps: Deps): PortalKeeper {
  const { store, clock, newId, log, holders } = deps
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
  function sesionOf({ cuentaId: dueno, ...row }: SesionRow): SesionGuardada {
    const clave = { dueno, ambito: row.ambito, credencial: row.credencial }
    const cookies = JSON.parse(secrets.open(cookiesPlace(clave), row.cookiesCifradas).toString())
    const { metodo, ambiente, abiertaCon } = row
    return {
      ...clave,
      metodo,
      ambiente,
      abiertaCon,
      abiertaEn: new Date(row.abiertaEn),
      usadaEn: new Date(row.usadaEn),
      cookies,
    }
  }

  const block = client.transaction((...[acceso, credencial, bloqueo]: Parameters<PortalKeeper['block']>) => {
    const key = bloqueoKeyOf(acceso, credencial, bloqueo.motivo)
    const row = { ambito: ambitoOf(acceso), credencial: key, ...bloqueo }
    const target = [portalBloqueo.ambito, portalBloqueo.credencial]
    db.insert(portalBloqueo).values(row).onConflictDoUpdate({ target, set: row }).run()
    holders.notifyBlocked(acceso, credencial, bloqueo)
  })

  const bloqueos: PortalKeeper['bloqueos'] = (acceso, credencial) =>
    db
      .select()
      .from(portalBloqueo)
      .where(ofBloqueo(acceso, bloqueoKeysOf(acceso, credencial)))
      .orderBy(sql`${portalBloqueo.hasta} IS NULL DESC, ${portalBloqueo.hasta} DESC`)
      .all()
      .map(bloqueoOf)

  const admit = client.transaction((whose: Whose, credencial: Credencial) =>
    holders.notifyAvailable(whose, credencial, liftBloqueos(db, whose, credencial)),
  )

  return {
    find(clave) {
      const row = db.select().from(portalSesion).where(ofSesion(clave)).get()
      return row ? sesionOf(row) : null
    },
    put({ dueno, ambito, credencial, metodo, ambiente, abiertaCon, abiertaEn, usadaEn, cookies }) {
      const clave = { dueno, ambito, credencial }
      const set = {
        metodo,
        ambiente,
        abiertaCon,
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
      log.warn('portal.pausado', { cuenta_id: dueno, ambito, ...pausa })
      const target = [portalPausa.cuentaId, portalPausa.ambito, portalPausa.credencial]
      db.insert(portalPausa)
        .values({ cuentaId: dueno, ambito, credencial, ...pausa })
        .onConflictDoUpdate({ target, set: pausa })
        .run()
    },
    bloqueos,
    block(acceso, credencial, bloqueo) {
      block.immediate(acceso, credencial, bloqueo)
      const { motivo, codigoSii, hasta } = bloqueo
      const { ambiente, dueno } = acceso
      const { metodo, rut } = credencial
      log.warn('portal.bloqueado', { cuenta_id: dueno, ambiente, metodo, rut, motivo, codigoSii, hasta })
    },
    admit(acceso, credencial) {
      if (!bloqueos(acceso, credencial).length) return
      admit.immediate(acceso, credencial)
      const { metodo, rut } = credencial
      log.info('portal.disponible', { cuenta_id: acceso.dueno, ambiente: acceso.ambiente, metodo, rut })
    },
    logins: loginsOf(db),
    noteLogin(acceso, credencial, at) {
      const { id } = db
        .insert(portalIngreso)
        .values({
          ambito: ambitoOf(acceso),
          credencial: puertaOf(credencial),
          at: at.toISOString(),
          cuentaId: acceso.dueno,
        })
        .returning({ id: portalIngreso.id })
        .get()
      return () => void db.update(portalIngreso).set({ entro: true }).where(eq(portalIngreso.id, id)).run()
    },
    ...createRitmoKeeper(deps),
    notifyPace: (ambito, rut, hasta) =>
      log.warn('portal.ritmo_agotado', { ambito, rut, hasta: hasta.toISOString() }),
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
