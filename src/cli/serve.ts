// `timbre serve`: the server, its queue and its simulator, until a signal stops it (http §23).

import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { BUILD } from '../base/build'
import type { Log } from '../base/log'
import { type Config, loadConfig } from '../config'
import { VERSION } from '../domain/cambios'
import type { Referencia } from '../manual/tablas'
import { createSigning } from '../signing'
import { type Carpeta, databaseFile, openCarpeta } from './carpeta'
import { ADDR_FLAG, type Comando, DATA_FLAG, text } from './comando'
import { configFlag } from './config-file'
import { chooseFirma } from './firma'
import { checkFree, listening, ownAddress, pageAddress } from './listen'
import { LOG_FILE_FLAG } from './log-file'
import { MARCA_MS, openMarca } from './marca'
import { lowerPoolPriority } from './pool-priority'
import { appOf, clock, logTo, random } from './proceso'
import { programadoOf } from './respaldo-servidor'
import { type Revision, startRevision } from './revision'
import { setNote, trySetNote } from './server-notes'

/** How long jobs under way may take to end once a stop was asked for: of twenty seconds, five are left to closing. */
const GRACE_MS = 15_000

/** How often it is looked whether the file of the log is kept. */
const LOG_LOOK_MS = 60_000

/** `referencia`: the tables of the command line, which the manual shows. */
export const createServe = (referencia: () => Referencia): Comando => ({
  nombre: 'serve',
  uso: '[--data DIR] [--config ARCHIVO] [--addr HOST:PUERTO] [--registro ARCHIVO]',
  resumen: 'parte el servidor y sus trabajos; con --registro, lo que escribe queda también en ese archivo',
  flags: { ...DATA_FLAG, ...ADDR_FLAG, ...LOG_FILE_FLAG },
  words: [0, 0],
  sinJson: 'su salida es el registro, una línea JSON por suceso',
  async run(args, io) {
    const config = loadConfig(io.env, { data: text(args, 'data'), addr: text(args, 'addr') })
    const log = logTo(io.log, config)
    const stopped = io.stopSignal()
    const carpeta = openFree(config, log)
    // Before anything reads which folios may be taken.
    const marca = openMarca({ dir: carpeta.dir, store: carpeta.store, clock, random, log })
    const moving = setInterval(() => marca.keep(), MARCA_MS)
    const { db } = carpeta.store
    const noteLog = (): void => trySetNote(db, log, 'registro_falla', io.logFault())
    noteLog()
    const looking = setInterval(noteLog, LOG_LOOK_MS)
    let revision: Revision | null = null
    const signing = createSigning({
      log,
      async probe(signal) {
        const { libcrypto, detalle } = await chooseFirma(config.firma, { signal })
        if (!signal.aborted) log.info('firma.elegida', { firma: detalle })
        return libcrypto
      },
    })
    const app = appOf(config, carpeta.store, log, {
      databaseSound: () => revision?.sound() ?? true,
      logDropped: io.logDropped,
      referencia: referencia(),
      signing,
      respaldo: config.respaldo && programadoOf(config.respaldo, carpeta.dir, log, configFlag(io)),
    })
    try {
      if (config.admin) await app.ensureOwner(config.admin)
      const { url } = listening(config.addr, () => app.start(config.addr, io.panel))
      const addr = { hostname: config.addr.hostname, port: Number(new URL(url).port) }
      setNote(db, 'servidor_direccion', `http://${ownAddress(addr)}`)
      const pages = config.publicUrl ?? pageAddress(url)
      log.info('servidor.iniciado', {
        version: VERSION,
        commit: BUILD.commit,
        url,
        datos: carpeta.dir,
        ...(io.panel && { panel: `${pages}/app/` }),
        documentacion: `${pages}/docs`,
        manual: `${pages}/manual`,
      })
      // A seventh of an idle server's memory is what only its start needed: objects, and code that will hardly run again.
      setTimeout(() => {
        Bun.gc(true)
        Bun.shrink()
      }, 1000).unref()
      void lowerPoolPriority()
      const installer = app.installerPath()
      if (installer) printInstaller(log, pages, installer)
      if (!carpeta.revisada) revision = startRevision(databaseFile(carpeta.dir), log)
      await stopped
      log.info('servidor.deteniendo')
    } finally {
      revision?.stop()
      await app.stop(GRACE_MS)
      await signing.stop()
      clearInterval(moving)
      clearInterval(looking)
      marca.keep(true)
      trySetNote(db, log, 'servidor_direccion', null)
      carpeta.close()
    }
    log.info('servidor.detenido')
    return 0
  },
})

/** The data folder. Of a first start the address is tried before: one in use leaves neither folder nor key. */
function openFree(config: Config, log: Log): Carpeta {
  if (!existsSync(databaseFile(resolve(config.dataDir)))) checkFree(config.addr)
  return openCarpeta(config, { clock, random, log, create: true })
}

/** The link is a secret, and the log its place all the same: whoever reads it runs the server. */
function printInstaller(log: Log, base: string, path: string): void {
  log.warn('servidor.sin_usuarios', {
    mensaje: `Aún no hay usuarios: abra el enlace para registrar el primero, o use POST ${base}/auth/register. Sirve una vez y hasta que el servidor se detenga`,
    enlace: `${base}${path}`,
  })
}
