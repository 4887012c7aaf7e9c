// Files of the command line: those that must outlive a loss of power, written to the disk before anything relies on them, and
// those that a person names.

import { closeSync, existsSync, fsyncSync, openSync } from 'node:fs'
import { dirname } from 'node:path'

/** Waits until the content of a file, or the entries of a folder, are on the disk. */
export function syncFile(path: string): void {
  const file = openSync(path, 'r')
  try {
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
}

/** Waits until the name of a file is on the disk. */
export const syncFolderOf = (path: string): void => syncFile(dirname(path))

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

/** Why a file could not be read, in Spanish, from what the system said. */
export function whyUnreadable(cause: unknown): string {
  const { code, message } = cause as { code?: unknown; message: string }
  return MOTIVOS[String(code)] ?? message
}
