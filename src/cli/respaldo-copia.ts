// One copy to the destination: made beside the server, encrypted, written, looked for there; then those that are no longer to be kept
// are removed. Whoever dies in the middle leaves no copy, and what he left is cleared away by the next.

import { rmSync, statfsSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { createRespaldoStore, type Respaldo, type RespaldoStore } from '../areas/respaldo'
import { versionLine } from '../base/build'
import type { Clock } from '../base/clock'
import type { NewId } from '../base/id'
import { VERSION } from '../domain/cambios'
import type { ConfigRespaldo } from '../respaldo/config'
import { type Destino, type Objeto, textOf } from '../respaldo/destino'
import { RespaldoFault } from '../respaldo/falla'
import { nombreDe } from '../respaldo/nombre'
import { openDestino } from '../respaldo/open-destino'
import { measured, packed } from '../respaldo/paquete'
import { kept } from '../respaldo/retencion'
import { giveTo } from '../store/owner'
import type { Store } from '../store/store'
import { databaseFile } from './carpeta'
import { copyTo } from './copia'
import { signCopy } from './respaldo-archivo'

export interface CopiaDeps {
  dir: string
  store: Pick<Store, 'db'>
  clave: Uint8Array
  config: ConfigRespaldo
  clock: Clock
  newId: NewId
  random: (size: number) => Uint8Array
  signal: AbortSignal
}

/** The plain copy beside the database, while it is made. */
const temporalDe = (dir: string): string => `${databaseFile(dir)}.respaldo`

/** Makes one copy; the lock is the caller's. Throws what stopped it, which its row tells too. */
export async function makeCopia(deps: CopiaDeps): Promise<{ copia: Respaldo; borradas: number }> {
  const { store, config, clock, newId, random, signal } = deps
  const rows = createRespaldoStore(store.db)
  const destino = openDestino(config.ubicacion)
  const where = textOf(config.ubicacion)
  await settleUnfinished(rows, destino, where, signal)
  const serie = rows.serie(random)
  let inicio = clock()
  // Names tell seconds apart.
  while (rows.byNombre(nombreDe(serie, inicio))) inicio = new Date(inicio.getTime() + 1000)
  const row = {
    id: newId('rsp'),
    nombre: nombreDe(serie, inicio),
    destino: where,
    inicio: inicio.toISOString(),
  }
  rows.insert(row)
  try {
    const { bytes, sha256 } = await writeCopia(deps, destino, row.nombre, inicio)
    const there = await destino.list(signal)
    if (there.find(({ nombre }) => nombre === row.nombre)?.bytes !== bytes)
      throw new RespaldoFault(`${where} recibió la copia y no la muestra entera`)
    rows.change(row.id, { estado: 'hecha', fin: clock().toISOString(), bytes, sha256 })
    const borradas = await removeOld(deps, rows, destino, there).catch((fault) => {
      // The copy is there; what is left beside it is removed another time.
      if (!(fault instanceof RespaldoFault)) throw fault
      return 0
    })
    return { copia: rows.byNombre(row.nombre)!, borradas }
  } catch (fault) {
    rows.change(row.id, {
      estado: 'fallida',
      fin: clock().toISOString(),
      error: (fault as Error).message.slice(0, 500),
    })
    throw fault
  }
}

/** A copy has its name only when it is whole: of those whose maker died, one that is there was done. */
async function settleUnfinished(
  rows: RespaldoStore,
  destino: Destino,
  where: string,
  signal: AbortSignal,
): Promise<void> {
  const unfinished = rows.unfinished()
  const mine = unfinished.filter((row) => row.destino === where)
  const there = new Map(
    mine.length ? (await destino.list(signal)).map(({ nombre, bytes }) => [nombre, bytes]) : [],
  )
  for (const { id, nombre, inicio } of unfinished) {
    const bytes = there.get(nombre)
    if (bytes !== undefined) rows.change(id, { estado: 'hecha', fin: inicio, bytes })
    else rows.change(id, { estado: 'fallida', fin: inicio, error: 'Se interrumpió antes de terminar' })
  }
  // A service that cannot be asked for what was begun keeps no copy from being made.
  await destino
    .sweep(
      mine.map(({ nombre }) => nombre),
      signal,
    )
    .catch((fault) => {
      if (!(fault instanceof RespaldoFault)) throw fault
    })
}

async function writeCopia(
  { dir, clave, config, signal }: CopiaDeps,
  destino: Destino,
  nombre: string,
  at: Date,
): Promise<{ bytes: number; sha256: string }> {
  const path = databaseFile(dir)
  const temporal = temporalDe(dir)
  rmSync(temporal, { force: true })
  requireRoom(path)
  try {
    copyTo(path, temporal, (partial) => {
      signCopy(partial)
      giveTo(partial, path)
    })
    const programa = `Timbre ${versionLine(VERSION)}`
    const { content, measure } = measured(
      await packed({ base: temporal, clave, programa, at }, config.cifrado),
    )
    await destino.write(nombre, content, signal)
    return measure()
  } finally {
    rmSync(temporal, { force: true })
  }
}

/** The plain copy lies beside the database for a while, whose server needs room too. */
function requireRoom(path: string): void {
  const { bavail, bsize } = statfsSync(dirname(path))
  const needed = statSync(path).size + 100 * 1024 * 1024
  if (bavail * bsize < needed)
    throw new RespaldoFault(
      `No queda espacio en ${dirname(path)} para copiar la base de datos: hacen falta ${Math.ceil(needed / 1e6)} MB`,
    )
}

/** Removes what is no longer to be kept of what this server wrote, never the newest copy nor the newest that a trial opened. */
async function removeOld(
  { config, signal }: CopiaDeps,
  rows: RespaldoStore,
  destino: Destino,
  there: readonly Objeto[],
): Promise<number> {
  const sizes = new Map(there.map(({ nombre, bytes }) => [nombre, bytes]))
  const own = rows.kept(textOf(config.ubicacion))
  rows.setAll(
    own.filter(({ nombre }) => !sizes.has(nombre)).map(({ id }) => id),
    'ausente',
  )
  // One of another size was put there by somebody else.
  const copias = own.filter(({ nombre, bytes }) => sizes.get(nombre) === bytes)
  const names = kept(
    copias.map(({ nombre, inicio }) => ({ nombre, at: new Date(inicio) })),
    config.conservar,
  )
  const proven = copias.find(({ ensayo }) => ensayo === 'abierta' || ensayo === 'integra')
  const old = copias.filter(({ nombre }) => !names.has(nombre) && nombre !== proven?.nombre)
  for (const { id, nombre } of old) {
    await destino.remove(nombre, signal)
    rows.change(id, { estado: 'borrada' })
  }
  return old.length
}
