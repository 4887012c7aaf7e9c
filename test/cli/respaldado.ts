// A data folder with a document at the SII, and the settings of copies to a folder beside it.

import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { newIdentidad } from '../../src/respaldo/cifrado'
import { emit } from '../support/emision'
import { factura } from '../support/emisor'
import { testAppWithFolios } from '../support/test-app'
import { writeFolder } from './folder'

/** For whoever knows it: a trial then opens the copy, and deriving its key takes a second. */
export const FRASE = { TIMBRE_RESPALDO_FRASE: 'una frase larga y propia' }

/** `env` copies for a public key, whose private part is in the file `identidad` of `cwd`. */
export async function respaldado(
  cwd: string,
): Promise<{ donde: Record<string, string>; env: Record<string, string>; destino: string; db: string }> {
  const app = await testAppWithFolios({ folios: { 33: 10 } })
  await emit(app, factura())
  await app.drainJobs()
  const destino = join(cwd, 'copias')
  mkdirSync(destino)
  const { privada, publica } = await newIdentidad()
  writeFileSync(join(cwd, 'identidad'), privada)
  const donde = { TIMBRE_RESPALDO_DESTINO: destino }
  const { db } = writeFolder(app, cwd)
  return { donde, env: { ...donde, TIMBRE_RESPALDO_PARA: publica }, destino, db }
}
