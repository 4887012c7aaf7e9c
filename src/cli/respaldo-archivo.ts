// `timbre respaldo FILE`: a consistent copy of the database in a plain file, while a server writes to it (http §23).

import { existsSync, statSync } from 'node:fs'
import { resolve } from 'node:path'
import { versionLine } from '../base/build'
import type { Config } from '../config'
import { VERSION } from '../domain/cambios'
import { connect } from '../store/driver'
import { databaseFile, explained, isBlank, pendingIn } from './carpeta'
import { claveFile } from './clave-maestra'
import { Falla, type Io } from './comando'
import { copyTo } from './copia'
import { requireDatabase } from './existente'
import type { ExitStatus } from './exit-status'

/** Copies the database of `config` to the new file `named`. Throws Falla. */
export function copyToFile(config: Config, named: string, io: Io): ExitStatus {
  const dir = resolve(config.dataDir)
  const path = databaseFile(dir)
  const target = resolve(named)
  requireDatabase(path)
  if (existsSync(target)) throw new Falla(`${target} ya existe: indique un archivo nuevo`)
  explained(target, () => {
    pendingIn(path)
    copyTo(path, target, signCopy)
  })
  const bytes = statSync(target).size
  io.result({ archivo: target, bytes })
  io.out(`${target}: ${bytes} bytes, copia íntegra`)
  const file = claveFile(dir)
  const clave =
    config.masterKey || !existsSync(file) ? 'el valor de TIMBRE_MASTER_KEY, con que parte el servidor' : file
  io.err(`La copia no lleva la clave maestra; sin ella no se abre. Guarde también ${clave}, en otro lugar`)
  return 0
}

/** Writes into a copy which program made it, for who finds it years later. */
export function signCopy(partial: string): void {
  // A first start that died leaves no table to write into.
  if (isBlank(partial)) return
  const db = connect(partial)
  try {
    db.prepare("INSERT OR REPLACE INTO meta (clave, valor) VALUES ('copiada_por', ?)").run(
      `Timbre ${versionLine(VERSION)}`,
    )
  } finally {
    db.close()
  }
}
