// Lines of a table as a Chilean spreadsheet reads them: UTF-8 with its mark, semicolons.

/** First in the file, so that accents are read. */
export const BOM = '\uFEFF'

export type Celda = string | number | null

/** A text that a spreadsheet would take for a formula is led by an apostrophe: strangers choose their own names. */
function cell(value: Celda): string {
  if (value === null) return ''
  const text = typeof value === 'string' && /^[=+\-@\t\r]/.test(value) ? `'${value}` : String(value)
  return /[";\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** One row, with its end. */
export const csvLine = (values: readonly Celda[]): string => `${values.map(cell).join(';')}\r\n`
