// A table for a terminal.

/** Lines of aligned columns under their headings. Columns of numbers and amounts stand to the right. */
export function table(headings: readonly string[], rows: readonly (readonly string[])[]): string[] {
  const widths = headings.map((heading, i) => Math.max(heading.length, ...rows.map((row) => row[i]!.length)))
  const right = headings.map((_, i) => rows.every((row) => /^\$?[\d.-]+$/.test(row[i]!)))
  const line = (cells: readonly string[]): string =>
    cells
      .map((cell, i) => (right[i] ? cell.padStart(widths[i]!) : cell.padEnd(widths[i]!)))
      .join('  ')
      .trimEnd()
  return [line(headings), widths.map((width) => '-'.repeat(width)).join('  '), ...rows.map(line)]
}
