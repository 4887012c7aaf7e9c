// `timbre validar-xml FILE`: judges any DTE or envelope on disk, and says which check failed and where. As the SII would or,
// with --recibido, as whoever receives it must.

import { authorityKey } from '../xml/autoridades'
import { type ArchivoLeido, readRecibido } from '../xml/recibido'
import { writeRecibido } from '../xml/recibido/texto'
import { textoInforme, type VerifyOptions, verifyArchivo, XmlFault } from '../xml/verify'
import { readBytes } from './archivo'
import type { Comando, Io } from './comando'
import type { ExitStatus } from './exit-status'

export const validarXml: Comando = {
  nombre: 'validar-xml',
  uso: '[--recibido] ARCHIVO',
  resumen:
    'verifica un DTE o EnvioDTE: estructura, montos, timbre y firmas, como el SII; --recibido: como quien lo recibe de un proveedor',
  flags: { recibido: { type: 'boolean' } },
  words: [1, 1],
  async run({ flags, positionals: [path] }, io) {
    const bytes = readBytes(path!)
    // A file does not say of which environment it is: every authority that there is, is good.
    const llaveAutoridad = (idk: number) => authorityKey(idk)?.llave ?? null
    if (flags.recibido) return printRecibido(bytes, llaveAutoridad, io)
    const informe = verifyArchivo(bytes, { llaveAutoridad })
    io.result(informe)
    for (const line of textoInforme(informe).trimEnd().split('\n')) io.out(line)
    return informe.resultado === 'rechazado' ? 1 : 0
  },
}

const recibidoJson = ({ sobre, informe, documentos, rechazados }: ArchivoLeido, malo: boolean) => ({
  clase: sobre?.clase ?? null,
  informe,
  documentos: documentos.map((one) => ({
    rut_emisor: one.rutEmisor,
    tipo_dte: one.tipoDte,
    folio: one.folio,
    firma: one.firma,
    timbre: one.timbre,
    montos: one.montos,
    informe: one.informe,
    cesiones: one.cesiones,
  })),
  rechazados,
  malo,
})

/** The judgement of `POST /v1/recibidos`, but for the environment. */
function printRecibido(
  bytes: Uint8Array,
  llaveAutoridad: VerifyOptions['llaveAutoridad'],
  io: Io,
): ExitStatus {
  try {
    const leido = readRecibido(bytes, llaveAutoridad)
    const { texto, malo } = writeRecibido(leido)
    io.result(recibidoJson(leido, malo))
    for (const line of texto.trimEnd().split('\n')) io.out(line)
    return malo ? 1 : 0
  } catch (fault) {
    if (!(fault instanceof XmlFault)) throw fault
    io.out(`No se puede leer el archivo: ${fault.message}`)
    io.result({ error: fault.message, malo: true })
    return 1
  }
}
