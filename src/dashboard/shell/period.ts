// The month of a plan.

/** The day on which the next begins: `202612` (or `2026-12`) → `2027-01-01`. */
export function firstDayAfter(periodo: string): string {
  const digits = periodo.replace('-', '')
  const next = Number(digits.slice(0, 4)) * 12 + Number(digits.slice(4, 6))
  return `${Math.floor(next / 12)}-${String((next % 12) + 1).padStart(2, '0')}-01`
}
