// Amounts and days as people of Chile read them, for the sentences of messages; beside them data stays as it is.

import type { Decimal } from './dte/dte'

/** `1209025` → `$1.209.025`, `-500` → `-$500`; of another currency with its word: `1.234,5 DOLAR USA`. */
export function montoEscrito(value: Decimal | number, moneda?: string): string {
  const text = String(value)
  const [whole = '', fraction] = text.replace('-', '').split('.')
  const digits = whole.replace(/\B(?=(\d{3})+$)/g, '.') + (fraction ? `,${fraction}` : '')
  const sign = text.startsWith('-') ? '-' : ''
  return moneda === undefined || moneda === 'PESO CL' ? `${sign}$${digits}` : `${sign}${digits} ${moneda}`
}

/** `2026-11-22` → `22-11-2026`. */
export const fechaEscrita = (date: string): string => date.split('-').reverse().join('-')
