// The withholding of a boleta (simulator §15.2): the simulator's own table, by the date of the boleta.

/** Hundredths of a percent from the first of January of a year on. */
const TASAS: readonly (readonly [desde: number, tasa: number])[] = [
  [2028, 1700],
  [2027, 1600],
  [2026, 1525],
  [2025, 1450],
  [2024, 1375],
  [2023, 1300],
  [2022, 1225],
  [2021, 1150],
  [2020, 1075],
]
const ANTES = 1000
/** Three points more: of who pays back a loan of the State. */
export const ADICIONAL = 300
const ENTERO = 10_000

/** The rate of a day for a beneficiary, in hundredths of a percent; a RUT that ends in 7 has three points more (ours). */
export function tasaOf(fecha: string, beneficiario: string): number {
  const year = Number(fecha.slice(0, 4))
  const tasa = TASAS.find(([desde]) => desde <= year)?.[1] ?? ANTES
  return beneficiario.endsWith('7') ? tasa + ADICIONAL : tasa
}

/** Whole pesos of an amount at a rate, half a peso up. */
export const withheld = (bruto: number, tasa: number): number =>
  Math.floor((2 * bruto * tasa + ENTERO) / (2 * ENTERO))
