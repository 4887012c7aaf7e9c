// `timbre respaldo FILE`: a consistent copy of the database while a server writes to it (contract §23).

import { chmodSync, existsSync, renameSync, rmSync, statSync } from 'node:fs'
import { resolve } from 'node:path'
import { loadConfig } from '../config'
import { connect } from '../store/driver'
import { syncFile, syncFolderOf } from './archivo'
import { databaseFile, explained, pendingIn } from './carpeta'
import { claveFile } from './clave-maestra'
import { type Comando, DATA_FLAG, Falla, text } from './comando'
import { checkPages } from './integridad'
import { checkSqlite } from './sqlite'

export const respaldo: Comando = {
  nombre: 'respaldo',
  uso: 'ARCHIVO [--data DIR]',
  resumen: 'copia la base de datos a un archivo nuevo, también con el servidor en marcha',
  flags: DATA_FLAG,
  words: [1, 1],
  async run(args, io) {
    checkSqlite()
    const config = loadConfig(io.env, { data: text(args, 'data') })
    const dir = resolve(config.dataDir)
    const path = databaseFile(dir)
    const target = resolve(args.positionals[0]!)
    if (!existsSync(path)) throw new Falla(`No hay una base de datos en ${dir}`)
    if (existsSync(target)) throw new Falla(`${target} ya existe: indique un archivo nuevo`)
    explained(target, () => {
      pendingIn(path)
      copyTo(path, target)
    })
    io.out(`${target}: ${statSync(target).size} bytes, copia íntegra`)
    if (!config.masterKey)
      io.err(
        `La copia no lleva la clave maestra; sin ella no se abre. Guarde también ${claveFile(dir)}, en otro lugar`,
      )
    return 0
  },
}

/**
 * Copies a database with what its journal holds, in one read transaction: what is committed meanwhile is not in the copy, and
 * nobody waits for it. The copy's pages were looked at and are on the disk.
 */
export function copyTo(path: string, target: string): void {
  const partial = `${target}.parcial`
  rmSync(partial, { force: true })
  try {
    const db = connect(path, { readonly: true })
    try {
      db.prepare('VACUUM INTO ?').run(partial)
    } finally {
      db.close()
    }
    chmodSync(partial, 0o600)
    checkPages(partial, Number.POSITIVE_INFINITY)
    syncFile(partial)
    renameSync(partial, target)
    syncFolderOf(target)
  } catch (fault) {
    rmSync(partial, { force: true })
    throw fault
  }
}
