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
import { dirname, join } from 'node:path'
import { giveTo, likeFile } from '../store/owner'
import { IS_WINDOWS, syncFolderOf } from './archivo'
import { Falla } from './comando'
import { denied, isDenied } from './existente'

export interface ClaveMaestra {
  /** 32 bytes. */
  clave: Uint8Array
  /** The origin of the key, for the message when it does not open the database. */
  origen: string
  /** Just made, and for now in the file of a rotation's new key: `keepClave` gives it its name. */
  creada: boolean
  /** A file that others than its owner can read. */
  expuesta: boolean
}

export const claveFile = (dir: string): string => join(dir, 'clave.maestra')

/** The key that a rotation is about to put in the place of the other. */
export const claveNuevaFile = (dir: string): string => join(dir, 'clave.maestra.nueva')

/** The key that a rotation replaced at that time: copies of before open with it alone. */
export const claveAnteriorFile = (dir: string, at: Date): string =>
  `${claveFile(dir)}.anterior-${at.toISOString().slice(0, 19).replace(/[-:]/g, '')}`

/**
 * The key for the folder `dir`. With none and no database yet a new one is made, mode 0600; it has its final name only once there is a
 * database, for one beside none says that the database was lost. Throws Falla when the key of an
 * existing database is gone: another one could not open it.
 */
export function masterKeyOf(
  dir: string,
  fromEnv: Uint8Array | null,
  { hasDatabase, random }: { hasDatabase: boolean; random: (size: number) => Uint8Array },
): ClaveMaestra {
  if (fromEnv) return { clave: fromEnv, origen: 'TIMBRE_MASTER_KEY', creada: false, expuesta: false }
  const path = claveFile(dir)
  if (existsSync(path))
    return {
      clave: readClave(path),
      origen: path,
      creada: false,
      // Modes say nothing on Windows.
      expuesta: !IS_WINDOWS && (statSync(path).mode & 0o077) !== 0,
    }
  if (hasDatabase) {
    throw new Falla(
      `Falta ${path}, sin la cual no se abren los certificados y documentos guardados. Recupérela de su respaldo o ` +
        'indíquela en TIMBRE_MASTER_KEY',
    )
  }
  const clave = random(32)
  writeClave(claveNuevaFile(dir), clave)
  return { clave, origen: path, creada: true, expuesta: false }
}

/** Puts the new key of `dir` in the place of the old, if any. */
export function keepClave(dir: string): void {
  renameSync(claveNuevaFile(dir), claveFile(dir))
  syncFolderOf(claveFile(dir))
}

/** Throws Falla when the file holds no key. */
export function readClave(path: string): Uint8Array {
  const clave = Buffer.from(readAllowed(path).trim(), 'hex')
  if (clave.length === 32) return clave
  throw new Falla(`${path} está dañado: debe tener 64 dígitos hexadecimales. Recupérelo de su respaldo`)
}

/** The text of a file. Throws Falla when the system keeps it from this user. */
function readAllowed(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException
    throw isDenied(code) ? new Falla(denied(path, code!), { cause }) : cause
  }
}

/**
 * Writes a key to a file that only its owner reads, or those who read the key that is in force, whole or not at all, and waits for the
 * disk. It belongs to whom that key or the folder belongs.
 */
export function writeClave(path: string, clave: Uint8Array): void {
  const partial = `${path}.parcial`
  rmSync(partial, { force: true })
  const file = openSync(partial, 'wx', 0o600)
  writeSync(file, `${Buffer.from(clave).toString('hex')}\n`)
  fsyncSync(file)
  closeSync(file)
  const present = claveFile(dirname(path))
  if (existsSync(present)) likeFile(partial, present)
  else giveTo(partial, dirname(path))
  renameSync(partial, path)
  syncFolderOf(path)
}
