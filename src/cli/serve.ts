// `timbre serve`: the server, its queue and its simulator, until a signal stops it (contract §23).

import { createUsuarioStore } from '../areas/auth'
import { loadConfig } from '../config'
import { openCarpeta } from './carpeta'
import { ADDR_FLAG, type Comando, DATA_FLAG, text } from './comando'
import { listening } from './escuchar'
import { appOf, clock, logTo, random } from './proceso'

/** How long jobs under way may take to end once a stop was asked for. */
const GRACE_MS = 20_000

export const serve: Comando = {
  nombre: 'serve',
  uso: '[--data DIR] [--addr HOST:PUERTO]',
  resumen: 'parte el servidor y sus trabajos',
  flags: { ...DATA_FLAG, ...ADDR_FLAG },
  words: [0, 0],
  async run(args, io) {
    const config = loadConfig(io.env, { data: text(args, 'data'), addr: text(args, 'addr') })
    const log = logTo(io, config)
    const stopped = io.stopSignal()
    const carpeta = openCarpeta(config, { clock, random, log })
    try {
      const app = appOf(config, carpeta.store, log)
      if (config.admin) await app.ensureOwner(config.admin)
      const { url } = listening(config.addr, () => app.start(config.addr))
      const publicUrl = config.publicUrl ?? url
      log.info('servidor.iniciado', { url, datos: carpeta.dir, documentacion: `${publicUrl}/docs` })
      if (createUsuarioStore(carpeta.store.client).count() === 0) {
        log.warn('servidor.sin_usuarios', {
          mensaje: `Aún no hay usuarios: la primera cuenta se crea con POST ${publicUrl}/auth/register, sin credencial`,
          url: `${publicUrl}/docs`,
        })
      }
      await stopped
      log.info('servidor.deteniendo', {})
      await app.stop(GRACE_MS)
    } finally {
      carpeta.close()
    }
    log.info('servidor.detenido', {})
    return 0
  },
}
