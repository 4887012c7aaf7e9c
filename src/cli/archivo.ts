// Files of the command line: those that must outlive a loss of power, written to the disk before anything relies on them, and
// those that a person names.

import { closeSync, existsSync, fsyncSync, openSync, readFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { Falla } from './comando'

export const IS_WINDOWS = process.platform === 'win32'

/** Waits until the content of a file, or the entries of a folder, are on the disk. */
export function syncFile(path: string): void {
  // Windows refuses (EPERM) to flush what was opened to be read.
  const file = openSync(path, IS_WINDOWS ? 'r+' : 'r')
  try {
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
}

/** Waits until the name of a file is on the disk. Windows flushes no folder: its journal keeps the order of names. */
export function syncFolderOf(path: string): void {
  if (!IS_WINDOWS) syncFile(dirname(path))
}

/** `path`, or with a number behind it the first name that no file has. */
export function freeName(path: string): string {
  for (let n = 2, name = path; ; name = `${path}-${n++}`) if (!existsSync(name)) return name
}

const MOTIVOS: Record<string, string> = {
  ENOENT: 'no existe',
  ENOTDIR: 'no existe',
  EISDIR: 'es una carpeta',
  EACCES: 'falta el permiso para leerlo',
  EPERM: 'falta el permiso para leerlo',
  ELOOP: 'es un enlace que no termina',
  ENAMETOOLONG: 'el nombre es demasiado largo',
}

const MOTIVOS_DE_ESCRITURA: Record<string, string> = {
  ...MOTIVOS,
  ENOENT: 'no existe la carpeta',
  ENOTDIR: 'no existe la carpeta',
  EACCES: 'falta el permiso para escribir ahí',
  EPERM: 'falta el permiso para escribir ahí',
  EROFS: 'el disco es de sólo lectura',
  ENOSPC: 'el disco está lleno',
  EDQUOT: 'el disco está lleno',
}

function why(motivos: Record<string, string>, cause: unknown): string {
  const { code, message } = cause as { code?: unknown; message: string }
  return motivos[String(code)] ?? message
}

/** Why a file could not be read, in Spanish, from what the system said. */
export const whyUnreadable = (cause: unknown): string => why(MOTIVOS, cause)

/** The same of one that could not be written. */
export const whyUnwritable = (cause: unknown): string => why(MOTIVOS_DE_ESCRITURA, cause)

/** A file that a person names. Throws Falla. */
export function readBytes(path: string): Buffer {
  try {
    return readFileSync(path)
  } catch (cause) {
    throw new Falla(`No se puede leer ${path}: ${whyUnreadable(cause)}`, { cause })
  }
}

/** The same as UTF-8. Throws Falla. */
export const readText = (path: string): string => readBytes(path).toString('utf8')
