// The master key of a data folder: from the environment, or the file `clave.maestra`, made on the first start.

import { closeSync, existsSync, fsyncSync, openSync, readFileSync, statSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { Falla } from './comando'

export interface ClaveMaestra {
  /** 32 bytes. */
  clave: Uint8Array
  /** What is said of it when it does not open the database. */
  origen: string
  /** The file that was just made, null when there was one already or the environment gave the key. */
  creada: string | null
  /** A file that others than its owner can read. */
  expuesta: boolean
}

export const claveFile = (dir: string): string => join(dir, 'clave.maestra')

/**
 * The key for the folder `dir`. With none and no database yet a new one is made, mode 0600. Throws Falla when the key of an
 * existing database is gone: another one could not open it.
 */
export function masterKeyOf(
  dir: string,
  fromEnv: Uint8Array | null,
  { hasDatabase, random }: { hasDatabase: boolean; random: (size: number) => Uint8Array },
): ClaveMaestra {
  if (fromEnv) return { clave: fromEnv, origen: 'TIMBRE_MASTER_KEY', creada: null, expuesta: false }
  const path = claveFile(dir)
  if (existsSync(path)) {
    const clave = Buffer.from(readFileSync(path, 'utf8').trim(), 'hex')
    if (clave.length !== 32) {
      throw new Falla(`${path} está dañado: debe tener 64 dígitos hexadecimales. Recupérelo de su respaldo`)
    }
    return { clave, origen: path, creada: null, expuesta: (statSync(path).mode & 0o077) !== 0 }
  }
  if (hasDatabase) {
    throw new Falla(
      `Falta ${path}, sin la cual no se abren los certificados y documentos guardados. Recupérela de su respaldo o ` +
        'indíquela en TIMBRE_MASTER_KEY',
    )
  }
  const clave = random(32)
  const file = openSync(path, 'wx', 0o600)
  writeSync(file, `${Buffer.from(clave).toString('hex')}\n`)
  fsyncSync(file)
  closeSync(file)
  return { clave, origen: path, creada: path, expuesta: false }
}
