// The equivalent in another currency: of an export in pesos (domain/dte §6.11), of a national document in a foreign one
// (domain/dte §2.4). The SII does not compute it, so the simulator does not judge by it: only who checks a file is told.

import type { Finding } from '../codigos'
import { en, textoEn } from '../nodo'
import { createNote } from '../note'
import type { DteLeido } from '../parse-sobre'
import { numeroEn } from './calculo'
import { producto, UNO, writeNumero } from './exact'

const PARES = [
  ['MntExe', 'MntExeOtrMnda'],
  ['MntTotal', 'MntTotOtrMnda'],
] as const

/** Those of a national document, as far as it has them. */
const NACIONALES = [
  ['MntNeto', 'MntNetoOtrMnda'],
  ['MntExe', 'MntExeOtrMnda'],
  ['IVA', 'IVAOtrMnda'],
  ['IVANoRet', 'IVANoRetOtrMnda'],
  ['MntTotal', 'MntTotOtrMnda'],
] as const

/** `OtraMoneda` of a document against its totals and its rate; nothing for one that has none. */
export function checkEquivalente(dte: DteLeido): Finding[] {
  return dte.raiz === 'Exportaciones' ? checkEnPesos(dte) : checkEnExtranjera(dte)
}

/** Each foreign amount at the rate is the pesos, but for half of its last decimal; two are the least that anybody keeps. */
function checkEnExtranjera(dte: DteLeido): Finding[] {
  const { salida, note } = createNote(dte)
  const totales = en(dte.documento, 'Encabezado/Totales')
  const otra = en(dte.documento, 'Encabezado/OtraMoneda')
  const cambio = numeroEn(otra, 'TpoCambio')
  if (!totales || !otra || cambio === null) return salida
  for (const [origen, tag] of NACIONALES) {
    const escrito = numeroEn(otra, tag)
    const monto = numeroEn(totales, origen)
    if (escrito === null || monto === null) continue
    const decimales = textoEn(otra, tag).replace(/0+$/, '').split('.')[1]?.length ?? 0
    // Twice the difference, so that no half is lost.
    const diferencia = 2n * (escrito * cambio - monto * UNO)
    const tolerada = cambio * (decimales > 2 ? 10n ** BigInt(6 - decimales) : 10_000n)
    if (diferencia <= tolerada && diferencia >= -tolerada) continue
    const mensaje = `${tag} dice ${writeNumero(escrito)}, que al tipo de cambio no es ${origen}, ${writeNumero(monto)}`
    note('HED-2-929', `Encabezado/OtraMoneda/${tag}`, mensaje)
  }
  return salida
}

/** `OtraMoneda` of an export against its totals and its rate; nothing for a document that has none. */
function checkEnPesos(dte: DteLeido): Finding[] {
  const { salida, note } = createNote(dte)
  const totales = en(dte.documento, 'Encabezado/Totales')
  const otra = en(dte.documento, 'Encabezado/OtraMoneda')
  if (!totales || textoEn(otra, 'TpoMoneda') !== 'PESO CL') return salida
  const ruta = 'Encabezado/OtraMoneda'
  const cambio = numeroEn(otra, 'TpoCambio')
  if (cambio === null) note('HED-2-929', `${ruta}/TpoCambio`, 'Falta TpoCambio, el tipo de cambio', otra!)
  for (const [origen, tag] of PARES) {
    const escrito = numeroEn(otra, tag)
    if (escrito === null) {
      note('HED-2-929', `${ruta}/${tag}`, `Falta ${tag}, el equivalente de ${origen}`, otra!)
      continue
    }
    if (cambio === null) continue
    const monto = numeroEn(totales, origen) ?? 0n
    // To the peso, or with the decimals that some software keeps.
    const posibles = [producto(monto, cambio), producto(monto, cambio, 4)]
    if (posibles.includes(escrito)) continue
    const mensaje = `${tag} dice ${writeNumero(escrito)} y ${origen} por el tipo de cambio da ${writeNumero(posibles[0]!)}`
    note('HED-2-929', `${ruta}/${tag}`, mensaje)
  }
  return salida
}
