// Every amount of a document recomputed from its own XML (domain/dte §6). Errors of arithmetic do not reject by
// themselves: they are reparos (xml §7.2). Where a choice is in doubt (domain/dte §10) both readings pass.

import type { Finding } from './codigos'
import { readCalculo } from './montos/calculo'
import { checkLineas } from './montos/lineas'
import { checkTotales } from './montos/totales'
import type { DteLeido } from './parse-sobre'

/** Lines, global discounts, taxes and totals of one document whose structure is already good. */
export function checkMontos(dte: DteLeido): Finding[] {
  const salida: Finding[] = []
  const calculo = readCalculo(dte, salida)
  if (calculo) {
    checkLineas(calculo)
    checkTotales(calculo)
  }
  return salida
}
