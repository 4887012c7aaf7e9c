// The rehearsal of an upgrade: the new program opens a copy of the database, migrates it, reviews it and answers from it, and nobody
// else hears of it. Its jobs do not run: what waits to be sent goes from the real database alone.

import { copyFileSync, existsSync, mkdirSync, rmSync, statfsSync, statSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { loadConfig } from '../config'
import { createSecrets } from '../store/secrets'
import { databaseFile, openCarpeta } from './carpeta'
import { claveFile, masterKeyOf } from './clave-maestra'
import { type Comando, DATA_FLAG, Falla, text } from './comando'
import { copyTo } from './copia'
import { appOf, clock, logTo, random } from './proceso'
import { verifyTodo } from './verificar-datos'

const NOMBRE = 'ensayar-partida'

/** The new program's side: `timbre ensayar-partida --data COPIA`, in no help. */
export const rehearseStart: Comando = {
  nombre: NOMBRE,
  uso: '--data DIR',
  resumen: 'actualiza una copia de la base de datos, la revisa y responde desde ella, sin trabajos ni red',
  flags: DATA_FLAG,
  words: [0, 0],
  async run(args, io) {
    const config = loadConfig(io.env, { data: text(args, 'data') })
    const dir = resolve(config.dataDir)
    const log = logTo(io.err, { logLevel: 'error' })
    const carpeta = openCarpeta(config, { clock, random, log })
    try {
      const noKey = { hasDatabase: true, random: () => new Uint8Array(0) }
      const secrets = createSecrets(masterKeyOf(dir, config.masterKey, noKey).clave)
      for (const { estado, que, detalle } of verifyTodo(carpeta.store.client, secrets))
        if (estado === 'falla') throw new Falla(`${que}: ${detalle}`)
      const app = appOf(config, carpeta.store, log)
      const { status } = await app.handle(new Request('http://127.0.0.1/salud'))
      await app.stop(0)
      if (status !== 200) throw new Falla(`El programa nuevo respondió ${status} en /salud`)
    } finally {
      carpeta.close()
    }
    return 0
  },
}

/** Where the copy lies; one that is there while nobody upgrades was left by a command that died. */
export const rehearsalFolder = (dir: string): string => join(dir, '.ensayo-de-actualizacion')

/** Leaves nothing behind, also what an earlier one left that was killed. */
export function clearRehearsal(dir: string): void {
  rmSync(rehearsalFolder(dir), { recursive: true, force: true })
}

/** Throws Falla unless the disk has room for what an upgrade writes: two copies of the database at a time, and what migrations add. */
export function requireRoom(dir: string): void {
  const path = databaseFile(dir)
  const wanted =
    2.5 * (statSync(path).size + (existsSync(`${path}-wal`) ? statSync(`${path}-wal`).size : 0)) + 64e6
  const { bavail, bsize } = statfsSync(dir)
  if (bavail * bsize >= wanted) return
  const mb = (bytes: number): string => `${Math.ceil(bytes / 1e6)} MB`
  throw new Falla(
    `En el disco de ${dir} quedan ${mb(bavail * bsize)} y hacen falta ${mb(wanted)} para las copias: libere espacio. No se cambió nada`,
  )
}

/** Has the program at `programa` start from a copy of the folder `dir`. Throws Falla with what it said. */
export async function rehearse(
  programa: string,
  dir: string,
  env: Record<string, string | undefined>,
): Promise<void> {
  const copia = rehearsalFolder(dir)
  clearRehearsal(dir)
  try {
    mkdirSync(copia, { mode: 0o700 })
    copyTo(databaseFile(dir), databaseFile(copia))
    if (existsSync(claveFile(dir))) copyFileSync(claveFile(dir), claveFile(copia))
    const child = Bun.spawn([programa, NOMBRE, '--data', copia], {
      cwd: dirname(copia),
      env,
      stdin: 'ignore',
      stdout: 'ignore',
      stderr: 'pipe',
    })
    const [said, status] = await Promise.all([new Response(child.stderr).text(), child.exited])
    if (status === 0) return
    if (said.includes('No existe el comando'))
      throw new Falla(
        'Ese programa es anterior a timbre actualizar y no se puede ensayar. Uno anterior no abre una base de datos más nueva. No se cambió nada',
      )
    const why = said.trim().replaceAll(copia, dir).slice(-1500) || `terminó con ${status}`
    throw new Falla(`El programa nuevo no partió de una copia de la base de datos: ${why}. No se cambió nada`)
  } finally {
    clearRehearsal(dir)
  }
}
