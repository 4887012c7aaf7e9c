// Values as the SII's own pages and files take them, of text that was written for people: `76543210-3`, `2026-11-22`, `1454640`.

const RUT = /(?<![\d.])\d{1,3}(?:\.\d{3}){1,2}-[\dkK](?!\w)/g
const PESOS = /-?\$\d{1,3}(?:\.\d{3})*(?![\d.,]\d)/g
const DAY = /(?<![\d-])(\d{2})-(\d{2})-(\d{4})(?![\d-])/g

/** Every RUT, day and amount in pesos of a text; what else stands in it stays. */
export const plainOf = (text: string): string =>
  text
    .replace(RUT, (rut) => rut.replaceAll('.', '').toUpperCase())
    .replace(PESOS, (pesos) => pesos.replace(/[$.]/g, ''))
    .replace(DAY, '$3-$2-$1')

/** A figure of a table by itself, `1.454.640` or `1.234,5`: in a text it might be anything. */
const FIGURE = /^-?\d{1,3}(?:\.\d{3})+(?:,\d+)?$/

/** A cell that holds one value. */
export const plainCell = (text: string): string => {
  const value = plainOf(text.replace(/\s+/g, ' ').trim())
  return FIGURE.test(value) ? value.replaceAll('.', '') : value
}

/**
 * The value meant by a part of a text: a double click takes `76.543.210` of a RUT, or an amount without its
 * sign. Null where it is no such part.
 */
export function wholeOf(part: string, text: string): string | null {
  const meant = part.trim()
  if (!/^\d{1,3}(\.\d{3})+$/.test(meant)) return null
  const found = [...text.matchAll(RUT), ...text.matchAll(PESOS)].map(([value]) => value)
  const whole = found.find((value) => value.replace(/^-?\$|-[\dkK]$/g, '') === meant)
  return whole === undefined ? null : plainOf(whole)
}

/** Text that a spreadsheet would take for a formula is quoted. */
const asText = (cell: string): string => (/^[=+@]|^-\D/.test(cell) ? `'${cell}` : cell)

/** Rows for a spreadsheet. */
export const tsvOf = (rows: readonly (readonly string[])[]): string =>
  rows.map((cells) => cells.map((cell) => asText(plainCell(cell))).join('\t')).join('\n')
