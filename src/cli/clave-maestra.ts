// The master key of a data folder: from the environment, or the file `clave.maestra`, made on the first start.

import {
  closeSync,
  existsSync,
  fsyncSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs'
import { join } from 'node:path'
import { syncFolderOf } from './archivo'
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

/** The key that a rotation is about to put in the place of the other. */
export const claveNuevaFile = (dir: string): string => join(dir, 'clave.maestra.nueva')

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
  if (existsSync(path))
    return {
      clave: readClave(path),
      origen: path,
      creada: null,
      expuesta: (statSync(path).mode & 0o077) !== 0,
    }
  if (hasDatabase) {
    throw new Falla(
      `Falta ${path}, sin la cual no se abren los certificados y documentos guardados. Recupérela de su respaldo o ` +
        'indíquela en TIMBRE_MASTER_KEY',
    )
  }
  const clave = random(32)
  writeClave(path, clave)
  return { clave, origen: path, creada: path, expuesta: false }
}

/** Throws Falla when the file holds no key. */
export function readClave(path: string): Uint8Array {
  const clave = Buffer.from(readFileSync(path, 'utf8').trim(), 'hex')
  if (clave.length === 32) return clave
  throw new Falla(`${path} está dañado: debe tener 64 dígitos hexadecimales. Recupérelo de su respaldo`)
}

/** Writes a key to a file that only its owner reads, whole or not at all, and waits for the disk. */
export function writeClave(path: string, clave: Uint8Array): void {
  const partial = `${path}.parcial`
  rmSync(partial, { force: true })
  const file = openSync(partial, 'wx', 0o600)
  writeSync(file, `${Buffer.from(clave).toString('hex')}\n`)
  fsyncSync(file)
  closeSync(file)
  renameSync(partial, path)
  syncFolderOf(path)
}
