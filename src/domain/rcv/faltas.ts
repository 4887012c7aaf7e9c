// The faults of a file of the register, told by line (domain/rcv §3).

import { FAULTS_MAX, type Fault, type Omitidas } from '../errors'
import type { Regla } from '../reglas'
import { writeLineas } from './lineas'

export interface Faltas {
  /** The first that were found; nothing of a file with any is of use. */
  faltas: Fault[]
  omitidas: Omitidas
  /** Every line in which something is wrong, as `2, 5-9`. */
  lineas: string
}

/** Faults of a file, the first of them one by one. */
export function createFaltas() {
  const faltas: Fault[] = []
  const lineas = new Set<number>()
  let omitidas = 0
  const add = (fault: Fault): void => {
    if (faltas.length < FAULTS_MAX) faltas.push(fault)
    else omitidas++
  }
  return {
    notify: add,
    addAt(linea: number, nombre: string, regla: Regla, mensaje: string): void {
      lineas.add(linea)
      add({
        campo: `linea[${linea}].${nombre}`,
        regla,
        mensaje: `Línea ${linea}, ${nombre}: ${mensaje}`,
        datos: { linea },
      })
    },
    all: (): Faltas => ({
      faltas,
      omitidas: { cuantas: omitidas, codes: new Set(omitidas ? ['VALIDATION_ERROR' as const] : []) },
      lineas: writeLineas(lineas),
    }),
  }
}
