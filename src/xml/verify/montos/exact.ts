// Exact arithmetic of the verifying side, on purpose not the one that builds documents: bigints of millionths, so that
// every number of the format is exact and every rounding is stated (domain/dte §6.1).

/** A number in millionths. */
export type Micro = bigint

export const UNO: Micro = 1_000_000n
const NUMERO = /^([+-]?)0*(\d{0,18})(?:\.(\d{0,6})0*)?$/

/** The number that a text writes; null when it writes none. */
export function readNumero(texto: string): Micro | null {
  const partes = NUMERO.exec(texto)
  if (!partes || !/\d/.test(texto)) return null
  const valor = BigInt(partes[2]! + (partes[3] ?? '').padEnd(6, '0'))
  return partes[1] === '-' ? -valor : valor
}

/** As a person reads it: no trailing zeros. */
export function writeNumero(valor: Micro): string {
  const signo = valor < 0n ? '-' : ''
  const absoluto = valor < 0n ? -valor : valor
  const fraccion = (absoluto % UNO).toString().padStart(6, '0').replace(/0+$/, '')
  return `${signo}${absoluto / UNO}${fraccion && `.${fraccion}`}`
}

/** `numerador / denominador` (of millionths) to that many decimals, halves away from zero. */
export function roundTo(numerador: bigint, denominador: bigint, decimales = 0): Micro {
  const paso = 10n ** BigInt(6 - decimales)
  const divisor = denominador * paso
  const absoluto = numerador < 0n ? -numerador : numerador
  const entero = ((2n * absoluto + divisor) / (2n * divisor)) * paso
  return numerador < 0n ? -entero : entero
}

/** `a × b`, rounded. */
export const producto = (a: Micro, b: Micro, decimales = 0): Micro => roundTo(a * b, UNO, decimales)

/** `pct` per cent of `monto`, rounded. */
export const porcentaje = (monto: Micro, pct: Micro, decimales = 0): Micro =>
  roundTo(monto * pct, 100n * UNO, decimales)

export const suma = (valores: Iterable<Micro>): Micro => {
  let total = 0n
  for (const valor of valores) total += valor
  return total
}
