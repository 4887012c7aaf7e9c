// `timbre version`

import { VERSION } from '../domain/cambios'
import type { Comando } from './comando'

export const version: Comando = {
  nombre: 'version',
  uso: '',
  resumen: 'muestra la versión',
  flags: {},
  words: [0, 0],
  async run(_, io) {
    io.out(VERSION)
    return 0
  },
}
