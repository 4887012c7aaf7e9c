// `timbre tipos-cambio cargar`: rates of exchange for every account, beside a running server (areas/tipos-cambio §1).

import { createTiposCambio, readTiposCsv } from '../areas/tipos-cambio'
import { loadConfig } from '../config'
import { AppError } from '../domain/errors'
import { readBytes } from './archivo'
import { openCarpeta } from './carpeta'
import { type Comando, DATA_FLAG, text, UsoIncorrecto } from './comando'
import { clock, logTo, random } from './proceso'

export const tiposCambio: Comando = {
  nombre: 'tipos-cambio',
  uso: 'cargar ARCHIVO [--data DIR]',
  resumen: 'carga tipos de cambio, UF y UTM para todas las cuentas: un CSV de moneda;fecha;valor',
  flags: DATA_FLAG,
  words: [2, 2],
  async run(args, io) {
    const [action, file] = args.positionals as [string, string]
    if (action !== 'cargar') throw new UsoIncorrecto(`«${action}» no es cargar`)
    const bytes = readBytes(file)
    const config = loadConfig(io.env, { data: text(args, 'data') })
    const { store, close } = openCarpeta(config, { clock, random, log: logTo(io.err, config), shared: true })
    try {
      const tipos = createTiposCambio({ store, clock })
      const { tipos: read, advertencias } = readTiposCsv(bytes, tipos.hoy())
      const { nuevos, cambiados, iguales } = tipos.put(null, 'servidor', read)
      io.result({ nuevos, cambiados, iguales, advertencias })
      io.out(`${file}: ${nuevos} nuevos, ${cambiados} cambiados, ${iguales} iguales`)
      for (const { mensaje } of advertencias) io.err(`${file}: ${mensaje}`)
      return 0
    } catch (fault) {
      if (!(fault instanceof AppError)) throw fault
      io.err(`${file}: ${fault.message}`)
      io.result({ error: fault.message, code: fault.code, detalles: fault.detalles ?? [] })
      for (const one of (fault.detalles ?? []) as { campo: string; mensaje: string }[])
        io.err(`  ${one.campo}: ${one.mensaje}`)
      return 1
    } finally {
      close()
    }
  },
}
