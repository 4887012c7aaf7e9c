// Tables of a paper of text: columns by their parts of the width, cells of null to be written in by hand (pdf §1.5).

import type { Columna as Parte } from '../domain/certificacion/papeles/papel'
import { ANCHO, FONDO, HOLGADO, TINTA } from './carta/medidas'
import { cabezaTabla, celda, createColumnas, filaTabla } from './carta/tabla'
import type { Renglon } from './flujo'

const CUERPO = 8.5
/** Room for a hand. */
export const HUECO = 22
/** Taken by the air of a table at each side of a column. */
const AIRE = 6
const TEMA = { recuadro: TINTA, acento: TINTA, fondo: FONDO }

/** The head of a table, and the rows of each of its rows. */
export function filasPapel(
  partes: readonly Parte[],
  filas: readonly (readonly (string | null)[])[],
): { cabeza: Renglon; filas: Renglon[][] } {
  const whole = partes.reduce((sum, { parte }) => sum + parte, 0)
  const room = ANCHO - AIRE * 2 * partes.length
  const columnas = createColumnas(
    partes.map(({ titulo, parte }) => ({ titulo, ancho: (room * parte) / whole })),
  )
  return {
    cabeza: cabezaTabla(columnas, TEMA, HOLGADO),
    filas: filas.map((fila) => {
      const blank = fila.every((text) => text === null)
      const cells = blank
        ? [[{ codes: '', cuerpo: CUERPO, paso: HUECO - HOLGADO.fila * 2 }]]
        : fila.map((text, i) => celda(text ?? '', columnas[i]!, CUERPO))
      return filaTabla(columnas, cells, HOLGADO)
    }),
  }
}
