// The master key that comes with a copy, put into its place around the database's: at each moment the key that opens the database is
// one that the next start finds (clave-maestra.ts, a rotation that was cut short).

import { existsSync, linkSync, renameSync, rmSync } from 'node:fs'
import { freeName, syncFolderOf } from './archivo'
import { keyOpens } from './carpeta'
import { claveFile, claveNuevaFile, keepClave, readClave, writeClave } from './clave-maestra'

/**
 * Lays `clave` beside the key of the folder `dir`, whose database is `path`. `keep` gives it its name once the database is the copy's,
 * and returns where the key before is, null when there was none or the same; `undo` takes it away.
 */
export function installClave(
  dir: string,
  path: string,
  clave: Uint8Array,
  stamp: string,
): { keep(): string | null; undo(): void } {
  const [file, nueva] = [claveFile(dir), claveNuevaFile(dir)]
  const asideOf = (name: string): string => freeName(`${name}.antes-de-restaurar-${stamp}`)
  if (existsSync(nueva)) {
    // A rotation that was cut short, or a restore: the key may be the one of the database that is there.
    if (opens(path, nueva)) keepClave(dir)
    else renameSync(nueva, asideOf(nueva))
  }
  if (existsSync(file) && isSame(file, clave)) return { keep: () => null, undo: () => {} }
  writeClave(nueva, clave)
  return {
    keep() {
      const aside = existsSync(file) ? asideOf(file) : null
      if (aside) linkSync(file, aside)
      keepClave(dir)
      syncFolderOf(file)
      return aside
    },
    undo: () => rmSync(nueva, { force: true }),
  }
}

function isSame(file: string, clave: Uint8Array): boolean {
  try {
    return Buffer.compare(readClave(file), clave) === 0
  } catch {
    // Damaged: it is set aside like another one.
    return false
  }
}

function opens(path: string, nueva: string): boolean {
  try {
    return keyOpens(path, readClave(nueva))
  } catch {
    // No database, a damaged one, or no key at all.
    return false
  }
}
