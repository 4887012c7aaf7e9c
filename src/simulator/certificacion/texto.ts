// The text of sets, printed from their rows (simulator §23.1): today's form with tabs, or the older one with blanks.

import { type Clase, type Filas, NOMBRES } from './filas'
import { createPluma, type Dialecto, type Pluma } from './pluma'
import { printBoleta, printCaso } from './texto-caso'
import { printLibro } from './texto-libro'

/** A set with its attention number. */
export interface SetImpreso {
  clase: Clase
  atencion: number
  filas: Filas
}

const INDICACIONES = [
  'INDICACIONES GENERALES:',
  '',
  'LAS CIFRAS DE ESTE SET SON DE PRUEBA. CADA SET SE ENVIA EN UN SOLO ENVIO.',
  'LOS NOMBRES DE LOS ITEMS SE ESCRIBEN TAL COMO APARECEN.',
  '',
]

function printSet({ clase, atencion, filas }: SetImpreso, pluma: Pluma): string[] {
  const old = pluma.dialecto === 'antiguo'
  const heading = `SET ${NOMBRES[clase]} - NUMERO DE ${old ? 'ATENCIÓN:  ' : 'ATENCION: '}${atencion}`
  const body = clase.startsWith('libro_')
    ? printLibro(clase, filas, pluma)
    : filas.casos.flatMap((caso, i) => printCaso(filas.casos, caso, `${atencion}-${i + 1}`, pluma))
  return [...(old ? ['-'.repeat(64)] : []), heading, '', ...body, '']
}

/** The bytes of the file: ISO-8859-1, lines ended by CRLF. The same seed prints the same. */
export function printSets(sets: readonly SetImpreso[], semilla: string, dialecto: Dialecto): Buffer {
  const pluma = createPluma(semilla, dialecto)
  const lines = sets.some(({ clase }) => clase === 'boleta')
    ? sets.flatMap(({ filas }) => printBoleta(filas.casos))
    : [...INDICACIONES, ...sets.flatMap((set) => printSet(set, pluma))]
  return Buffer.from(lines.map((line) => `${line}\r\n`).join(''), 'latin1')
}
