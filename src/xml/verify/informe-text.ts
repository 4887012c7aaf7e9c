// A verdict as the command line prints it.

import { type Finding, isOwn } from './codigos'
import type { Informe, Resultado } from './informe'

const RESULTADOS: Record<Resultado, string> = {
  aceptado: 'sin errores',
  reparo: 'con reparos',
  rechazado: 'con errores',
}
/** Beyond this many the rest of one document says nothing new. */
const POR_DOCUMENTO = 20

export const OWN_NOTE = '(*) código de Timbre: el SII no publica uno para este caso'

/** The report in Spanish: the general result, then what was found and where, in the SII's order. */
export function textoInforme(informe: Informe): string {
  const { clase, sobre, documentos, resultado } = informe
  const cuantos = documentos.length === 1 ? '1 documento' : `${documentos.length} documentos`
  const titulo =
    clase === null ? 'No se puede leer el archivo' : `${clase}, ${cuantos}: ${RESULTADOS[resultado]}`
  const secciones: [string, Finding[]][] = [
    ['Esquema del envío', sobre.esquema],
    ['Firma del envío', sobre.firma],
    ['Carátula', sobre.caratula],
    ...documentos.map(({ indice, tipo, folio, findings }): [string, Finding[]] => [
      `Documento ${indice + 1} (tipo ${tipo}, folio ${folio})`,
      findings,
    ]),
  ]
  const lineas = [titulo]
  for (const [nombre, findings] of secciones) {
    if (findings.length === 0) continue
    lineas.push('', nombre, ...findings.slice(0, POR_DOCUMENTO).map(lineOf))
    if (findings.length > POR_DOCUMENTO) lineas.push(`  … y ${findings.length - POR_DOCUMENTO} más`)
  }
  const todos = secciones.flatMap(([, findings]) => findings)
  if (todos.some(({ codigo }) => isOwn(codigo))) {
    lineas.push('', OWN_NOTE)
  }
  return `${lineas.join('\n')}\n`
}

/** One finding, as the command line prints it. */
export const lineOf = ({ codigo, nivel, donde, mensaje }: Finding): string =>
  `  ${nivel === 'rechazo' ? 'ERROR ' : 'REPARO'} ${codigo}${isOwn(codigo) ? '*' : ''}  ${donde}: ${mensaje}`
