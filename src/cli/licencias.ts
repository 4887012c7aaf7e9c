// `timbre licencias`: the notices of third parties whose work is inside this program.

import type { Comando } from './comando'
import { readAvisos } from './licencias.macro' with { type: 'macro' }
import type { Aviso } from './licencias.macro'

const AVISOS: Aviso[] = readAvisos()

export const licencias: Comando = {
  nombre: 'licencias',
  uso: '',
  resumen: 'muestra los avisos de los programas y letras de terceros que éste lleva dentro',
  flags: {},
  words: [0, 0],
  async run(_, io) {
    for (const { nombre, version, licencia, texto } of AVISOS) {
      io.out(
        `=== ${[nombre, version, licencia.startsWith('(') ? licencia : `(${licencia})`].filter(Boolean).join(' ')}`,
      )
      io.out(`\n${texto}\n`)
    }
    return 0
  },
}
