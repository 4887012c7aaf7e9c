// `timbre rotar-clave`: every secret sealed anew under another master key (http §23). The new key is on the disk before
// the database is, and takes the old one's place after it: a stop in between is made good by the next start.

import { resolve } from 'node:path'
import { loadConfig } from '../config'
import { parseMasterKey } from '../config-valores'
import { checkUnused } from '../store/lock'
import { createSecrets } from '../store/secrets'
import { rotateSecrets } from '../store/store'
import { databaseFile, explained, openCarpeta } from './carpeta'
import {
  claveAnteriorFile,
  claveFile,
  claveNuevaFile,
  keepClave,
  masterKeyOf,
  writeClave,
} from './clave-maestra'
import { type Comando, DATA_FLAG, Falla, type Io, text } from './comando'
import { requireDatabase } from './existente'
import { clock, logTo, random } from './proceso'

const VARIABLE = 'TIMBRE_MASTER_KEY_NUEVA'

export const rotarClave: Comando = {
  nombre: 'rotar-clave',
  uso: '[--data DIR]',
  resumen: 'cifra todos los secretos con otra clave maestra; con el servidor detenido',
  flags: DATA_FLAG,
  words: [0, 0],
  async run(args, io) {
    const config = loadConfig(io.env, { data: text(args, 'data') })
    const dir = resolve(config.dataDir)
    requireDatabase(databaseFile(dir), { write: true })
    const fromEnv = config.masterKey !== null
    const nueva = fromEnv ? keyFromEnv(io) : random(32)
    // A server that goes on under the old key would seal with it what the new one cannot open.
    explained(databaseFile(dir), () => checkUnused(databaseFile(dir)))
    const { store, close } = openCarpeta(config, { clock, random, log: logTo(io.err, config) })
    let count: number
    const anterior = claveAnteriorFile(dir, clock())
    try {
      store.client.pragma('locking_mode = EXCLUSIVE')
      // Read again: opening may have finished an earlier rotation.
      const vieja = masterKeyOf(dir, config.masterKey, { hasDatabase: true, random }).clave
      // In the place of one left by a rotation that never wrote: opening would have taken it over otherwise.
      if (!fromEnv) {
        writeClave(anterior, vieja)
        writeClave(claveNuevaFile(dir), nueva)
      }
      count = rotateSecrets(store, createSecrets(vieja), createSecrets(nueva))
      if (!fromEnv) {
        keepClave(dir)
      }
    } finally {
      close()
    }
    io.result({ secretos: count })
    io.out(`${count} secretos cifrados con la clave nueva; las sesiones abiertas deben entrar otra vez`)
    io.err(
      fromEnv
        ? `Ponga el valor de ${VARIABLE} en TIMBRE_MASTER_KEY antes de partir el servidor`
        : `La clave nueva está en ${claveFile(dir)}: respáldela fuera de la máquina`,
    )
    io.err(
      fromEnv
        ? 'Los respaldos anteriores se abren sólo con la clave anterior: guárdela mientras los conserve'
        : `Los respaldos anteriores se abren sólo con la clave anterior, que quedó en ${anterior}: guárdela fuera de la máquina mientras los conserve, y bórrela de aquí`,
    )
    return 0
  },
}

function keyFromEnv({ env }: Io): Uint8Array {
  const key = parseMasterKey(env[VARIABLE] ?? '')
  if (key) return key
  throw new Falla(
    `La clave está en TIMBRE_MASTER_KEY: indique la nueva en ${VARIABLE}, 32 bytes en hexadecimal (64 dígitos) o en base64`,
  )
}
