// The database that a command is to work on: there already, and its user may touch it. None of them makes a folder or a key, in which
// a mistyped --data would end.

import { accessSync, constants, existsSync, statSync } from 'node:fs'
import { userInfo } from 'node:os'
import { dirname } from 'node:path'
import { Falla } from './comando'

/** Throws Falla unless the database file `path` is there and may be read, and written too unless the command only reads. */
export function requireDatabase(path: string, { write = false }: { write?: boolean } = {}): void {
  try {
    accessSync(path, write ? constants.R_OK | constants.W_OK : constants.R_OK)
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException
    if (isDenied(code)) throw new Falla(denied(path, code!), { cause })
    throw new Falla(
      `No hay una base de datos en ${dirname(path)}: indique su carpeta con --data o TIMBRE_DATA_DIR. Una nueva la crea timbre serve`,
      { cause },
    )
  }
}

/** Throws Falla when the system keeps `path` from this user, whether it is there or not. */
export function checkAllowed(path: string): void {
  try {
    accessSync(path, constants.R_OK)
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException
    if (isDenied(code)) throw new Falla(denied(path, code!), { cause })
  }
}

/** Throws Falla unless files can be made in the folder `dir`, or the folder itself where it is not there. Returns the part of it that is. */
export function requireFolder(dir: string): string {
  let there = dir
  while (!existsSync(there) && dirname(there) !== there) there = dirname(there)
  if (!statSync(there).isDirectory())
    throw new Falla(`${there} es un archivo y no una carpeta: indique otra con --data o TIMBRE_DATA_DIR`)
  try {
    accessSync(there, constants.W_OK | constants.X_OK)
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException
    throw isDenied(code) ? new Falla(denied(there, code!), { cause }) : cause
  }
  return there
}

export const isDenied = (code: unknown): boolean => ['EACCES', 'EPERM', 'EROFS'].includes(String(code))

/** The message about a folder or file that the system keeps from this user. */
export const denied = (path: string, code: string): string =>
  `El usuario ${userName()} no tiene permiso sobre ${path}${ownerText(path)} (${code}): ejecute la orden como el usuario del servidor o con sudo, o corrija los permisos`

function ownerText(path: string): string {
  try {
    const { uid } = statSync(path)
    return uid === process.geteuid?.() ? '' : `, que es ${uid === 0 ? 'de root' : `del usuario ${uid}`}`
  } catch {
    // Not there, or not to be looked at.
    return ''
  }
}

function userName(): string {
  const id = String(process.geteuid?.() ?? '')
  try {
    // A user of a container need not have a name, which the runtime may call so.
    const { username } = userInfo()
    return username === 'unknown' ? id : username
  } catch {
    return id
  }
}
