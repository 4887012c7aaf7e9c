// `timbre validar-xml FILE`: judges any DTE or envelope on disk as the SII would, and says which check failed and where.

import { readFileSync } from 'node:fs'
import { authorityKey } from '../xml/autoridades'
import { textoInforme, verifyArchivo } from '../xml/verificar'
import { whyUnreadable } from './archivo'
import { type Comando, Falla } from './comando'

export const validarXml: Comando = {
  nombre: 'validar-xml',
  uso: 'ARCHIVO',
  resumen: 'verifica un DTE o EnvioDTE: estructura, montos, timbre y firmas',
  flags: {},
  words: [1, 1],
  async run({ positionals: [path] }, io) {
    let bytes: Uint8Array
    try {
      bytes = readFileSync(path!)
    } catch (cause) {
      throw new Falla(`No se puede leer ${path}: ${whyUnreadable(cause)}`, { cause })
    }
    // Files of third parties are judged too, so every known authority is good and their signature contexts are allowed.
    const informe = verifyArchivo(bytes, {
      llaveAutoridad: (idk) => authorityKey(idk)?.llave ?? null,
      lenient: true,
    })
    for (const line of textoInforme(informe).trimEnd().split('\n')) io.out(line)
    return informe.resultado === 'rechazado' ? 1 : 0
  },
}
