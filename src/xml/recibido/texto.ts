// The worth of a received file, as the command line prints it.

import type { Finding } from '../verify'
import { lineOf, OWN_NOTE } from '../verify/informe-text'
import { checkCesiones } from './cesion'
import type { ArchivoLeido, DocumentoLeido } from './tipos'

const POR_DOCUMENTO = 20

const seccion = (titulo: string, findings: readonly Finding[]): string[] => [
  '',
  titulo,
  ...findings.slice(0, POR_DOCUMENTO).map(lineOf),
  ...(findings.length > POR_DOCUMENTO ? [`  … y ${findings.length - POR_DOCUMENTO} más`] : []),
]

const informeOf = ({ informe, cesiones }: DocumentoLeido): Finding[] => [
  ...informe,
  ...checkCesiones(cesiones),
]

/** The report in Spanish, and whether anything in it is a refusal or there is no document at all. */
export function writeRecibido({ sobre, informe, documentos, respuestas, rechazados }: ArchivoLeido): {
  texto: string
  malo: boolean
} {
  const cuantos = documentos.length === 1 ? '1 documento' : `${documentos.length} documentos`
  const lineas = [`${sobre?.clase ?? 'Recibido'}, ${cuantos}`]
  if (respuestas.length) lineas.push(`Trae además ${respuestas.map(({ clase }) => clase).join(', ')}`)
  lineas.push(...rechazados)
  if (informe.length) lineas.push(...seccion('Archivo', informe))
  for (const [i, d] of documentos.entries()) {
    const quien = `Documento ${i + 1} (tipo ${d.tipoDte}, folio ${d.folio}, de ${d.rutEmisor})`
    const juicio = `firma ${d.firma}, timbre ${d.timbre}, montos ${d.montos}`
    lineas.push(...seccion(`${quien}: ${juicio}`.replaceAll('_', ' '), informeOf(d)))
    for (const { secuencia, cedente, cesionario, firma } of d.cesiones)
      lineas.push(`  Cesión ${secuencia}: de ${cedente.rut} a ${cesionario.rut}, firma ${firma}`)
  }
  const todos = [...informe, ...documentos.flatMap(informeOf)]
  const malo = !documentos.length || rechazados.length > 0 || todos.some(({ nivel }) => nivel === 'rechazo')
  return { texto: `${[...lineas, ...(todos.length ? ['', OWN_NOTE] : [])].join('\n')}\n`, malo }
}
