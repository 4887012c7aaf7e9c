// The withholding on a boleta de terceros, by its date (domain/bte §1). Rates are in ten-thousandths, so
// that amounts stay whole pesos.

const LEY_21133 = 'Ley 21.133'
const ANTERIOR = 'Ley sobre Impuesto a la Renta, antes de la Ley 21.133'

/** From the first day of a year on; the last one goes on. */
const TASAS: readonly (readonly [anio: number, puntos: number])[] = [
  [2020, 1075],
  [2021, 1150],
  [2022, 1225],
  [2023, 1300],
  [2024, 1375],
  [2025, 1450],
  [2026, 1525],
  [2027, 1600],
  [2028, 1700],
]
/** Nobody's source, but of boletas that old none is issued any more. */
const ANTES = 1000

/** The further withholding from a person with an emergency loan of the State. */
const PUNTOS_PRESTAMO = 300

/** The rate of a Chile date `YYYY-MM-DD`, in ten-thousandths, and the law it is of. */
export function tasaOf(fecha: string): { puntos: number; norma: string } {
  const anio = Number(fecha.slice(0, 4))
  const found = TASAS.findLast(([since]) => since <= anio)
  return found ? { puntos: found[1], norma: LEY_21133 } : { puntos: ANTES, norma: ANTERIOR }
}

/** Gross × rate in whole pesos, half up, as the SII is supposed to round. */
export const retencionOf = (bruto: number, puntos: number): number =>
  Math.floor((bruto * puntos + 5000) / 10_000)

/** The rate by which an amount was withheld: the day's, or that of a loan beside it; null where it is neither. */
export function puntosDe(fecha: string, bruto: number, retencion: number): number | null {
  const { puntos } = tasaOf(fecha)
  return [puntos, puntos + PUNTOS_PRESTAMO].find((one) => retencionOf(bruto, one) === retencion) ?? null
}

/** As answers tell a rate: `0.1525`. */
export const tasaDe = (puntos: number): number => puntos / 10_000
