// `timbre simulador`: the SII's simulator alone on a port, for integrators' own tests (http §24).

import { existsSync, mkdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Database } from 'better-sqlite3'
import { loadConfig } from '../config'
import { createCron } from '../jobs/cron'
import type { JobLog } from '../jobs/kind'
import { createTrimmer } from '../jobs/trim'
import { createSimulator, serveSimulator } from '../simulator'
import { openDatabase } from '../store/driver'
import { lockDataDir } from '../store/lock'
import { migrate } from '../store/migrate'
import { explained } from './carpeta'
import { ADDR_FLAG, type Comando, DATA_FLAG, text, UsoIncorrecto } from './comando'
import { checkFree, listening } from './listen'
import { clock, logTo, newId, random } from './proceso'
import { checkSqlite } from './sqlite'

const PORT = 4000

export const simulador: Comando = {
  nombre: 'simulador',
  uso: '[--port N] [--addr HOST:PUERTO] [--data DIR]',
  resumen: `el simulador del SII solo, en un puerto (127.0.0.1:${PORT})`,
  flags: { ...DATA_FLAG, ...ADDR_FLAG, port: { type: 'string' } },
  words: [0, 0],
  sinJson: 'su salida es el registro, una línea JSON por suceso',
  async run(args, io) {
    const port = text(args, 'port')
    if (port !== undefined && (!/^\d{1,5}$/.test(port) || Number(port) > 65_535))
      throw new UsoIncorrecto(`--port debe ser un número de 0 a 65535, no «${port}»`)
    if (port !== undefined && text(args, 'addr')) throw new UsoIncorrecto('Indique --port o --addr, no ambos')
    // The server's own address does not apply: both often run on one machine.
    const addr = text(args, 'addr') ?? `127.0.0.1:${port ?? PORT}`
    const config = loadConfig({ ...io.env, TIMBRE_ADDR: '' }, { data: text(args, 'data'), addr })
    const log = logTo(io.log, config)
    const jobLog: JobLog = (nivel, mensaje, datos) => log[nivel]('cron', { message: mensaje, ...datos })
    const stopped = io.stopSignal()
    checkSqlite()
    const dir = resolve(config.dataDir)
    const path = join(dir, 'simulador.db')
    if (!existsSync(path)) checkFree(config.addr)
    const unlock = explained(path, () => {
      mkdirSync(dir, { recursive: true, mode: 0o700 })
      return lockDataDir(dir)
    })
    let db: Database | undefined
    try {
      db = explained(path, () => openMigrated(path))
      const simulator = createSimulator({
        db,
        clock,
        newId,
        random,
        log: (event, data) => log.info(event, data),
      })
      const server = listening(config.addr, () => serveSimulator({ simulator, ...config.addr }))
      const trimmer = createTrimmer({ trims: simulator.trims, clock, log: jobLog })
      const cron = createCron(
        [{ name: 'recorte', pattern: '41 4 * * *', run: async () => void (await trimmer.run()) }],
        jobLog,
      )
      cron.start()
      log.info('simulador.iniciado', { url: server.url, datos: dir })
      await stopped
      cron.stop()
      await Promise.all([server.stop(), trimmer.stop()])
      await simulator.stop()
      db.pragma('wal_checkpoint(TRUNCATE)')
    } finally {
      db?.close()
      unlock()
    }
    return 0
  },
}

function openMigrated(path: string): Database {
  const db = openDatabase(path)
  try {
    migrate(db, clock())
    return db
  } catch (fault) {
    db.close()
    throw fault
  }
}
