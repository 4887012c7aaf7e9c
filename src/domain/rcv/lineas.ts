// Lines of a file, as people read them.

/** As `2, 5-9`. */
export function writeLineas(lines: Iterable<number>): string {
  const found: [from: number, to: number][] = []
  for (const line of [...lines].sort((a, b) => a - b)) {
    const last = found.at(-1)
    if (last && last[1] >= line - 1) last[1] = line
    else found.push([line, line])
  }
  return found.map(([from, to]) => (from === to ? `${from}` : `${from}-${to}`)).join(', ')
}
