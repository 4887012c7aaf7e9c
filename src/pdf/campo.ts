// A label and value in print, and the reading of a document's data under an SII tag.

/** A label and what it says. */
export interface Campo {
  etiqueta: string
  valor: string
}

/** Fields that belong together, then what needs the whole width. */
export interface Bloque {
  titulo: string
  campos: Campo[]
  lineas: string[]
}

/** Keeps the fields that have a value. */
export const filled = (pairs: [etiqueta: string, valor: string | undefined | null | false | 0][]): Campo[] =>
  pairs.flatMap(([etiqueta, valor]) => (valor ? [{ etiqueta, valor }] : []))

/** The parts that are not empty, as one text. */
export const joined = (partes: readonly (string | undefined | null | false | 0)[], entre = ', '): string =>
  partes.filter(Boolean).join(entre)

/** A value that a document carries under its SII tag, because it has no name of ours. */
export function tagText(block: unknown, tag: string): string {
  const value = (block as Record<string, unknown> | undefined)?.[tag]
  return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
}
