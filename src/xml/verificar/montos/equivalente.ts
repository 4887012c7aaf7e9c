// The equivalent in pesos that an export states (formato-dte.md §2.12). The SII does not compute it, so the simulator does not
// judge by it: only who checks a file is told.

import { anotador } from '../anotar'
import type { Hallazgo } from '../codigos'
import type { DteLeido } from '../leer'
import { en, textoEn } from '../nodo'
import { escribir, producto } from './exacto'
import { numeroEn } from './lectura'

const PARES = [
  ['MntExe', 'MntExeOtrMnda'],
  ['MntTotal', 'MntTotOtrMnda'],
] as const

/** `OtraMoneda` of an export against its totals and its rate; nothing for a document that has none. */
export function checkEquivalente(dte: DteLeido): Hallazgo[] {
  const { salida, anotar } = anotador(dte)
  const totales = en(dte.documento, 'Encabezado/Totales')
  const otra = en(dte.documento, 'Encabezado/OtraMoneda')
  if (dte.raiz !== 'Exportaciones' || !totales || textoEn(otra, 'TpoMoneda') !== 'PESO CL') return salida
  const ruta = 'Encabezado/OtraMoneda'
  const cambio = numeroEn(otra, 'TpoCambio')
  if (cambio === null) anotar('HED-2-929', `${ruta}/TpoCambio`, 'Falta TpoCambio, el tipo de cambio', otra!)
  for (const [origen, tag] of PARES) {
    const escrito = numeroEn(otra, tag)
    if (escrito === null) {
      anotar('HED-2-929', `${ruta}/${tag}`, `Falta ${tag}, el equivalente de ${origen}`, otra!)
      continue
    }
    if (cambio === null) continue
    const monto = numeroEn(totales, origen) ?? 0n
    // To the peso, or with the decimals that some software keeps.
    const posibles = [producto(monto, cambio), producto(monto, cambio, 4)]
    if (posibles.includes(escrito)) continue
    const mensaje = `${tag} dice ${escribir(escrito)} y ${origen} por el tipo de cambio da ${escribir(posibles[0]!)}`
    anotar('HED-2-929', `${ruta}/${tag}`, mensaje)
  }
  return salida
}
