// `timbre restaurar`: puts a backup in the place of the database (http §23). What was there is kept beside it.

import { existsSync, linkSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { basename, dirname, resolve } from 'node:path'
import { loadConfig } from '../config'
import { RespaldoFault } from '../respaldo/falla'
import { connect } from '../store/driver'
import { checkUnused, DataDirLocked, lockDataDir, lockFile } from '../store/lock'
import { giveAll, giveTo, likeFile } from '../store/owner'
import { freeName, syncFolderOf } from './archivo'
import { databaseFile, explained, isBlank, keyOpens, pendingIn } from './carpeta'
import { type ClaveMaestra, masterKeyOf } from './clave-maestra'
import { type Comando, DATA_FLAG, Falla, text } from './comando'
import { copyTo } from './copia'
import { checkPages } from './integridad'
import { reject } from './marca'
import { clock, random } from './proceso'
import { installClave } from './restaurar-clave'
import { fetchCopia, findCopia } from './restaurar-copia'
import { checkSqlite } from './sqlite'

export const restaurar: Comando = {
  nombre: 'restaurar',
  uso: 'ARCHIVO | s3://BUCKET/PREFIJO | CARPETA [--copia NOMBRE] [--identidad ARCHIVO] [--data DIR]',
  resumen:
    'pone un respaldo en lugar de la base de datos, que se conserva al lado: un archivo, o la copia más nueva de un bucket o una carpeta, con su clave maestra; con el servidor detenido',
  flags: { ...DATA_FLAG, copia: { type: 'string' }, identidad: { type: 'string' } },
  words: [1, 1],
  async run(args, io) {
    const config = loadConfig(io.env, { data: text(args, 'data') })
    const dir = resolve(config.dataDir)
    const path = databaseFile(dir)
    checkSqlite()
    const restored = await explainedLater(path, async () => {
      const copia = await findCopia(args, io)
      const source = copia ? `${path}.descarga` : resolve(args.positionals[0]!)
      if (source === path) throw new Falla(`${source} es la base de datos misma, no un respaldo`)
      const made = mkdirSync(dir, { recursive: true, mode: 0o700 })
      const isNew = !existsSync(lockFile(dir))
      const unlock = lockDataDir(dir)
      try {
        checkStopped(path)
        if (!copia) {
          explained(source, () => checkSource(source, masterKeyOf(dir, config.masterKey, NO_NEW)))
          return { texto: source, aside: replace(source, path), claveVieja: null }
        }
        rmSync(source, { force: true })
        const { clave } = await fetchCopia(copia, source, args, io)
        explained(source, () =>
          checkSource(
            source,
            config.masterKey
              ? { clave: config.masterKey, origen: 'TIMBRE_MASTER_KEY' }
              : { clave, origen: 'la copia misma' },
          ),
        )
        const installed = config.masterKey ? null : installClave(dir, path, clave, stamp())
        try {
          const aside = replace(source, path)
          return { texto: copia.texto, aside, claveVieja: installed?.keep() ?? null }
        } catch (fault) {
          installed?.undo()
          throw fault
        }
      } catch (fault) {
        // A mistyped folder is left as it was.
        if (!existsSync(path)) {
          if (isNew) rmSync(lockFile(dir), { force: true })
          if (made) rmSync(made, { recursive: true, force: true })
        }
        throw fault
      } finally {
        if (copia) rmSync(source, { force: true })
        unlock()
      }
    })
    const { texto, aside, claveVieja } = restored
    io.result({ restaurado: texto, carpeta: dir, anterior: aside })
    io.out(`${texto} restaurado en ${dir}`)
    if (aside) io.out(`La base de datos anterior quedó en ${aside}`)
    if (claveVieja) io.out(`La clave maestra anterior, que abre esa base de datos, quedó en ${claveVieja}`)
    io.err(
      'Lo emitido después del respaldo no está en él. Al partir, los folios quedan por conciliar: antes de emitir se pregunta al SII ' +
        'cuáles tiene y se sigue detrás. Lo programado cuya hora pasó espera a una persona (timbre cola listar)',
    )
    return 0
  },
}

/** The key must be there: a new one would open nothing. */
const NO_NEW = { hasDatabase: true, random: () => new Uint8Array(0) }

/** `explained` for a step that takes its time. */
async function explainedLater<T>(path: string, step: () => Promise<T>): Promise<T> {
  try {
    return await step()
  } catch (cause) {
    if (cause instanceof RespaldoFault) throw new Falla(cause.message, { cause })
    return explained(path, () => {
      throw cause
    })
  }
}

/** Throws Falla unless the backup is whole, of a version we know, and opened by the key. */
function checkSource(source: string, { clave, origen }: Pick<ClaveMaestra, 'clave' | 'origen'>): void {
  pendingIn(source)
  checkPages(source, Number.POSITIVE_INFINITY)
  if (isBlank(source))
    throw new Falla(
      `${source} no tiene datos: puede faltar ${basename(source)}-wal a su lado. Use una copia hecha con timbre respaldo`,
    )
  if (!keyOpens(source, clave))
    throw new Falla(
      `La clave maestra de ${origen} no abre ${source}: use la clave con que se hizo. No se cambió nada`,
    )
}

/** Throws DataDirLocked when a server has the database; one that does not open is nobody's. */
function checkStopped(path: string): void {
  if (!existsSync(path)) return
  try {
    checkUnused(path)
  } catch (fault) {
    if (fault instanceof DataDirLocked) throw fault
  }
}

/** At no moment is there no database. Returns where the old one is, null when there was none. */
function replace(source: string, path: string): string | null {
  const incoming = `${path}.restaurando`
  rmSync(incoming, { force: true })
  // Not byte by byte: the newest of a folder copied as it stood is in the journal beside it.
  copyTo(source, incoming, (partial) =>
    existsSync(path) ? likeFile(partial, path) : giveTo(partial, dirname(path)),
  )
  reject(incoming, random)
  const aside = existsSync(path) ? freeName(`${path}.antes-de-restaurar-${stamp()}`) : null
  if (aside) setAside(path, aside)
  // The key too: a person copied it here as root, and the server could not read it. Before the swap: a refusal changes nothing.
  giveAll(dirname(path), aside ? path : dirname(path))
  renameSync(incoming, path)
  syncFolderOf(path)
  return aside
}

function setAside(path: string, aside: string): void {
  try {
    const db = connect(path)
    db.pragma('wal_checkpoint(TRUNCATE)')
    db.close()
  } catch {
    // Too damaged to open: its journal goes along with it.
  }
  linkSync(path, aside)
  for (const journal of ['-wal', '-shm'])
    if (existsSync(path + journal)) renameSync(path + journal, aside + journal)
}

const stamp = (): string => clock().toISOString().replace(/\D/g, '').slice(0, 14)
