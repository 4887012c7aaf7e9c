// `timbre version`

import { BUILD, versionLine } from '../base/build'
import { VERSION } from '../domain/cambios'
import type { Comando } from './comando'

export const version: Comando = {
  nombre: 'version',
  uso: '',
  resumen: 'muestra la versión, con el commit de que se hizo y su fecha',
  flags: {},
  words: [0, 0],
  async run(_, io) {
    io.out(versionLine(VERSION))
    io.result({ version: VERSION, commit: BUILD.commit, fecha: BUILD.fecha })
    return 0
  },
}
