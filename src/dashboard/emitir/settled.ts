// The types that a line of a liquidación settles (TpoDocLiq): tax documents that may be a sale, and 99.

import tipos from '../../domain/dte/datos/tipos-referencia.json'

/** Tax documents that a liquidación cannot settle: receipts of payment, guides, and liquidations of another kind. */
const NEVER = new Set([48, 50, 52, 103])
/** Exports have a paper of their own. */
const EXPORTS = 110

const CHOICES: readonly (readonly [codigo: string, words: string])[] = [
  ...tipos
    .filter(({ codigo, tributario }) => tributario && Number(codigo) < EXPORTS && !NEVER.has(Number(codigo)))
    .map(({ codigo, nombre }) => [String(codigo), `${nombre} (${codigo})`] as const),
  ['99', 'Anticipo u otro (99)'],
]

/** Choices of the select, by code; a code of a repeated document or of a paste that the table does not know stays as it is. */
export const settledOptions = (value: string): typeof CHOICES =>
  value === '' || CHOICES.some(([code]) => code === value)
    ? [['', 'Elija'], ...CHOICES]
    : [['', 'Elija'], [value, value], ...CHOICES]
