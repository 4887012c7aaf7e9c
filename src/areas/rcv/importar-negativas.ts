// Why a file of the register is not taken over, in words for who sent it: nothing of it was stored.

import { AppError, faultsError } from '../../domain/errors'
import type { Faltas } from '../../domain/rcv/faltas'
import { avisoAusentes } from './avisos-importar'

/** All that is wrong with a file: the first faults one by one, and every line that has one. */
export function refusal({ faltas, omitidas, lineas }: Faltas): AppError {
  const { code, message, detalles, omitidos } = faultsError(faltas, omitidas)
  const total = faltas.length + omitidas.cuantas
  const where = /^\d+$/.test(lineas) ? `la línea ${lineas}` : `las líneas ${lineas}`
  const said = total === 1 ? message : `El archivo tiene ${total} errores, en ${where}`
  return new AppError(code, `${said}; no se guardó nada`, { detalles: detalles!, omitidos })
}

/** Its name and all its days are of another month than it is imported in. */
export const otroMes = (mes: string, periodo: string): AppError =>
  faultsError([
    {
      campo: 'nombre',
      regla: 'contradiccion',
      mensaje: `El archivo es de ${mes}: lo dicen su nombre y las fechas de todos sus documentos, y se importa en ${periodo}; no se guardó nada`,
    },
  ])

/** A header alone would take all documents of its slice away. */
export function soloCabecera(presentes: { documentos: number; monto: number; iva: number }): AppError {
  const { mensaje } = avisoAusentes(presentes, true)
  return faultsError([{ campo: 'archivo', regla: 'vacio', mensaje: `${mensaje}; no se guardó nada` }])
}
