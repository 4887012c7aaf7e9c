// Months: of a plan, and of the register.

/** The day on which the next begins: `202612` (or `2026-12`) → `2027-01-01`. */
export function firstDayAfter(periodo: string): string {
  const digits = periodo.replace('-', '')
  const next = Number(digits.slice(0, 4)) * 12 + Number(digits.slice(4, 6))
  return `${Math.floor(next / 12)}-${String((next % 12) + 1).padStart(2, '0')}-01`
}

/** The first month that the SII keeps a register of. */
const PRIMERO = 2017 * 12 + 4

/** `YYYYMM` of every month with a register, the present one first. `hoy`: the date in Chile. */
export function monthsUntil(hoy: string): string[] {
  const present = Number(hoy.slice(0, 4)) * 12 + Number(hoy.slice(5, 7)) - 1
  return Array.from({ length: present - PRIMERO + 1 }, (_, i) => {
    const month = present - i
    return `${Math.floor(month / 12)}${String((month % 12) + 1).padStart(2, '0')}`
  })
}
