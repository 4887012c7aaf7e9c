// The mark beside the database: how far the one last served had come. A database that stands before its mark, or that is not
// the mark's, is an older copy, however it came back: what its folios went to since it does not know (http §18).
//
// The mark cannot tell of a whole folder put back with it: there the SII does (veredictos.ts).

import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { eq, sql } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/better-sqlite3'
import { markRestaurada } from '../areas/folios'
import type { Clock } from '../base/clock'
import type { Log } from '../base/log'
import { connect } from '../store/driver'
import type { Db, Store } from '../store/store'
import { documento, documentoHistorial, documentoXml } from '../store/tables/documento'
import { envio } from '../store/tables/envio'
import { meta } from '../store/tables/meta'
import { syncFile, syncFolderOf } from './archivo'

export const marcaFile = (dir: string): string => join(dir, 'timbre.marca')

/** How often a server that takes folios writes where it stands. */
export const MARCA_MS = 1000

interface Marca {
  /** Which line of databases: a new one each time that an older copy comes back, for what comes after it diverges. */
  linaje: string
  /** How far it had come: it only grows. */
  avance: number
}

/** `sin_marca`: the database has documents and no mark, or had one. `copia`: it is not the one that was served last. */
type MarcaState = 'igual' | 'nueva' | 'sin_marca' | 'copia'

const LINAJE = 'linaje'

const linajeOf = (db: Db): string | null =>
  db.select({ valor: meta.valor }).from(meta).where(eq(meta.clave, LINAJE)).get()?.valor ?? null

// Each document takes a folio, or takes one anew; what is signed is put into envelopes, and what these come to at the SII is in
// the history of their documents. None of it is ever deleted, so the number of the newest row is how many there are; to count
// them would read them all.
const AVANCE = sql.join(
  [documento, documentoXml, envio, documentoHistorial].map(
    (table) => sql`coalesce((SELECT max(rowid) FROM ${table}), 0)`,
  ),
  sql` + `,
)

const avanceOf = (db: Db): number => db.get<{ avance: number }>(sql`SELECT ${AVANCE} AS avance`).avance

const isEmpty = (db: Db): boolean =>
  db.select({ id: documento.id }).from(documento).limit(1).get() === undefined

/** The mark in the file; null when it is missing or unreadable. */
function readMarca(dir: string): Marca | null {
  try {
    const { linaje, avance } = JSON.parse(readFileSync(marcaFile(dir), 'utf8')) as Partial<Marca>
    return typeof linaje === 'string' && Number.isInteger(avance) ? { linaje, avance: avance! } : null
  } catch {
    return null
  }
}

/** Holds a database against the mark of its folder. Only reads, also beside a running server. */
export function compareMarca(dir: string, db: Db): MarcaState {
  // Before the database: a server may be taking folios.
  const marca = readMarca(dir)
  const linaje = linajeOf(db)
  if (!marca) {
    // A first start has no documents. What has some was moved here without its mark, came back from elsewhere, or is of a version
    // that kept none: nothing says that it is not an old copy, and to ask the SII costs no unit.
    return linaje === null && !existsSync(marcaFile(dir)) && isEmpty(db) ? 'nueva' : 'sin_marca'
  }
  return marca.linaje === linaje && avanceOf(db) >= marca.avance ? 'igual' : 'copia'
}

const setLinaje = (db: Db, random: (size: number) => Uint8Array): string => {
  const linaje = Buffer.from(random(16)).toString('hex')
  db.insert(meta)
    .values({ clave: LINAJE, valor: linaje })
    .onConflictDoUpdate({ target: meta.clave, set: { valor: linaje } })
    .run()
  return linaje
}

/** Makes the database file `path`, of any version, one that no mark knows: the next start takes it for an older copy. */
export function reject(path: string, random: (size: number) => Uint8Array): void {
  const client = connect(path)
  try {
    setLinaje(drizzle({ client }), random)
  } finally {
    client.close()
  }
}

interface Deps {
  dir: string
  store: Pick<Store, 'client' | 'db'>
  clock: Clock
  random: (size: number) => Uint8Array
  log: Log
}

/**
 * Holds the database of a server about to start against its mark; what may be an older copy has its folios marked por
 * conciliar. The result keeps the mark where the database is, `last` also against a loss of power.
 */
export function openMarca({ dir, store: { client, db }, clock, random, log }: Deps): {
  keep(last?: boolean): void
} {
  const found = compareMarca(dir, db)
  const begin = client.transaction((): string => {
    if (found === 'igual') return linajeOf(db)!
    if (found !== 'nueva') {
      const rangos = markRestaurada(db, clock())
      log.warn('folios.por_conciliar', {
        rangos,
        motivo: found,
        mensaje:
          'La base de datos es anterior a la última que se sirvió, o llegó sin su marca: antes de emitir se pregunta al SII qué ' +
          'folios tiene',
      })
    }
    return setLinaje(db, random)
  })
  const linaje = begin.immediate()
  let written = -1
  let failing = false
  function keep(last = false): void {
    try {
      const now = avanceOf(db)
      if (now === written && !last) return
      write(dir, { linaje, avance: now }, last)
      written = now
      failing = false
    } catch (error) {
      // A full disk takes no documents either; what a power cut loses of the mark is at most what came since.
      if (!failing) log.warn('folios.sin_marca', { archivo: marcaFile(dir), error })
      failing = true
    }
  }
  keep(true)
  return { keep }
}

/** In one step: a reader finds the old one or the new one. */
function write(dir: string, marca: Marca, durable: boolean): void {
  const path = marcaFile(dir)
  const fresh = `${path}.nueva`
  writeFileSync(fresh, `${JSON.stringify(marca)}\n`, { mode: 0o600 })
  if (durable) syncFile(fresh)
  renameSync(fresh, path)
  if (durable) syncFolderOf(path)
}
