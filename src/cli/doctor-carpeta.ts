// The checks of `timbre doctor` on the data folder: room on the disk and the master key.

import { existsSync, statfsSync } from 'node:fs'
import type { Database } from 'better-sqlite3'
import { createSecrets, type Secrets } from '../store/secrets'
import { opensWith } from '../store/store'
import { claveFile, masterKeyOf } from './clave-maestra'
import { Falla } from './comando'
import type { Revision } from './doctor-revision'
import { requireFolder } from './existente'

const MB = 1024 * 1024
const LOW = 1024 * MB
const TOO_LOW = 100 * MB

/** Whether the folder can be written, or made, and how much room it has. */
export function checkDisk(dir: string): Revision {
  const que = 'Disco'
  let there: string
  try {
    there = requireFolder(dir)
  } catch (fault) {
    if (!(fault instanceof Falla)) throw fault
    return { estado: 'falla', que, detalle: fault.message }
  }
  const { bavail, bsize } = statfsSync(there)
  const free = bavail * bsize
  const detalle = `${Math.floor(free / MB).toLocaleString('es-CL')} MB libres`
  if (free < LOW)
    return { estado: free < TOO_LOW ? 'falla' : 'aviso', que, detalle, remedio: 'libere espacio' }
  return { estado: 'bien', que, detalle }
}

const keyOf = (dir: string, fromEnv: Uint8Array | null) =>
  // With a database present nothing is made, so no randomness is needed.
  masterKeyOf(dir, fromEnv, { hasDatabase: true, random: () => new Uint8Array(0) })

/** Where the master key is, and who can read it. */
export function checkClaveMaestra(dir: string, fromEnv: Uint8Array | null): Revision {
  const que = 'Clave maestra'
  try {
    const { origen, expuesta } = keyOf(dir, fromEnv)
    if (expuesta)
      return {
        estado: 'aviso',
        que,
        detalle: `otros usuarios pueden leer ${origen}`,
        remedio: `chmod 600 ${origen}`,
      }
    const unused = fromEnv && existsSync(claveFile(dir)) ? `; ${claveFile(dir)} no se usa` : ''
    return { estado: 'bien', que, detalle: `${origen}${unused}` }
  } catch (fault) {
    if (!(fault instanceof Falla)) throw fault
    return { estado: 'falla', que, detalle: fault.message }
  }
}

/** Whether the key opens what the database holds. */
export function checkSecretOpens(db: Database, dir: string, fromEnv: Uint8Array | null): Revision {
  const que = 'Cifrado'
  try {
    if (opensWith(db, keyOf(dir, fromEnv).clave))
      return { estado: 'bien', que, detalle: 'la clave abre la base de datos' }
    return {
      estado: 'falla',
      que,
      detalle: 'la clave maestra no es la de esta base de datos',
      remedio: 'use la clave con que se creó',
    }
  } catch (fault) {
    if (!(fault instanceof Falla)) throw fault
    return { estado: 'falla', que, detalle: 'sin clave maestra no se puede comprobar' }
  }
}

/** The secrets of the database; null without the key it was made with, which `checkSecretOpens` tells. */
export function secretsOf(db: Database, dir: string, fromEnv: Uint8Array | null): Secrets | null {
  try {
    const { clave } = keyOf(dir, fromEnv)
    return opensWith(db, clave) ? createSecrets(clave) : null
  } catch (fault) {
    if (!(fault instanceof Falla)) throw fault
    return null
  }
}
