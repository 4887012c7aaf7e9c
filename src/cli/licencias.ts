// `timbre licencias`: the notices of third parties whose work is inside this program.

import { brotliDecompressSync } from 'node:zlib'
import type { Comando } from './comando'
import { packAvisos } from './licencias.macro' with { type: 'macro' }
import type { Aviso } from './licencias.macro'

const AVISOS: string = packAvisos()

const readAvisos = (): Aviso[] => JSON.parse(brotliDecompressSync(Buffer.from(AVISOS, 'base64')).toString())

export const licencias: Comando = {
  nombre: 'licencias',
  uso: '',
  resumen: 'muestra los avisos de los programas y letras de terceros que éste lleva dentro',
  flags: {},
  words: [0, 0],
  async run(_, io) {
    const avisos = readAvisos()
    io.result(avisos)
    for (const { nombre, version, licencia, texto } of avisos) {
      io.out(
        `=== ${[nombre, version, licencia.startsWith('(') ? licencia : `(${licencia})`].filter(Boolean).join(' ')}`,
      )
      io.out(`\n${texto}\n`)
    }
    return 0
  },
}
