// `timbre validar-xml FILE`: judges any DTE or envelope on disk, and says which check failed and where. As the SII would or,
// with --recibido, as whoever receives it must.

import { readFileSync } from 'node:fs'
import { authorityKey } from '../xml/autoridades'
import { textoInforme, verifyArchivo } from '../xml/verify'
import { whyUnreadable } from './archivo'
import { type Comando, Falla } from './comando'

export const validarXml: Comando = {
  nombre: 'validar-xml',
  uso: '[--recibido] ARCHIVO',
  resumen:
    'verifica un DTE o EnvioDTE: estructura, montos, timbre y firmas, como el SII; --recibido: como quien lo recibe de un proveedor',
  flags: { recibido: { type: 'boolean' } },
  words: [1, 1],
  async run({ flags, positionals: [path] }, io) {
    let bytes: Uint8Array
    try {
      bytes = readFileSync(path!)
    } catch (cause) {
      throw new Falla(`No se puede leer ${path}: ${whyUnreadable(cause)}`, { cause })
    }
    const informe = verifyArchivo(bytes, {
      // A file does not say of which environment it is: every authority that there is, is good.
      llaveAutoridad: (idk) => authorityKey(idk)?.llave ?? null,
      lenient: flags.recibido === true,
    })
    for (const line of textoInforme(informe).trimEnd().split('\n')) io.out(line)
    return informe.resultado === 'rechazado' ? 1 : 0
  },
}
