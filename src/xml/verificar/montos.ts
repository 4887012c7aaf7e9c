// Every amount of a document recomputed from its own XML (formato-dte.md §2). Errors of arithmetic do not reject by
// themselves: they are reparos (§7.1). Where the dossier marks a choice as unsure both readings pass.

import type { Hallazgo } from './codigos'
import type { DteLeido } from './leer'
import { leerNumero } from './montos/exacto'
import { leerCalculo } from './montos/lectura'
import { checkLineas } from './montos/lineas'
import { checkTotales } from './montos/totales'

export interface OpcionesMontos {
  /** Rate of IVA in force, in per cent. */
  tasaIva?: string
}

/** Lines, global discounts, taxes and totals of one document whose structure is already good. */
export function checkMontos(dte: DteLeido, { tasaIva = '19' }: OpcionesMontos = {}): Hallazgo[] {
  const salida: Hallazgo[] = []
  const calculo = leerCalculo(dte, leerNumero(tasaIva) ?? 0n, salida)
  if (calculo) {
    checkLineas(calculo)
    checkTotales(calculo)
  }
  return salida
}
