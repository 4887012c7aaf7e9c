// The faults of a line whose every cell can be read (domain/rcv §3): a document that no file of the page holds, and an amount below zero.

import { isCombustible } from '../dte/impuestos'
import type { Regla } from '../reglas'
import type { Forma } from './columnas'
import type { Suelto } from './documento'
import { admitsNegative, isListed } from './tipos'

/** Tells a fault of a column. */
export type Bad = (nombre: string, regla: Regla, mensaje: string) => void

/** The bill may owe its receiver these, beside its total (*Formato DTE*, MontoNF and MontoPeriodo). */
const CON_SIGNO: ReadonlySet<string> = new Set(['montoNoFacturable', 'montoPeriodo'])

/** Faults a document that no file of the page holds, though each of its cells can be read. */
export function checkDocumento(columnas: Forma['columnas'], suelto: Suelto, fault: Bad): void {
  for (const { nombre, campo } of columnas) {
    const value = suelto[campo]
    if (typeof value !== 'number') continue
    if (campo === 'tipoDte' && !isListed(value))
      fault(nombre, 'valor', `el registro no lleva documentos ${value} uno por uno`)
    if (campo === 'folio' && value === 0) fault(nombre, 'folio', 'debe ser 1 o más')
  }
}

/** Faults an amount below zero: every column stands above it, in notes of credit too, also in a row of one more tax. */
export function checkSigno(columnas: Forma['columnas'], suelto: Suelto, fault: Bad): void {
  const tipo = suelto.tipoDte as number | null
  if (tipo === null || admitsNegative(tipo)) return
  for (const { nombre, campo, clase } of columnas) {
    const value = suelto[campo]
    if (clase !== 'monto' || typeof value !== 'number' || value >= 0 || CON_SIGNO.has(campo)) continue
    if (campo === 'valor' && isCombustible(suelto.codigo as number | null)) continue
    fault(nombre, 'minimo', 'los montos van sin signo, también en notas de crédito')
  }
}
