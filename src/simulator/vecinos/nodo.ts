// How a neighbour writes XML: a tree of names and texts, as one canonical text (simulator §21.2). Own code, so that no mistake of Timbre's
// writer is shared.

/** As canonical text has it: quotes stand as they are. */
export const escapeText = (text: string): string =>
  text.replace(/[&<>]/g, (c) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;' })[c]!)

/** An element: its name and its text or its elements; null is left out. */
export type Nodo = readonly [nombre: string, contenido: string | number | readonly (Nodo | null)[]] | null

/** One element a line; `sangria` is what a line of the first depth begins with, '' for none. Text without quotes to escape. */
export function renderNodo(nodo: Nodo, sangria = '', depth = 0): string {
  if (!nodo) return ''
  const [nombre, contenido] = nodo
  const before = sangria.repeat(depth)
  if (!Array.isArray(contenido)) return `${before}<${nombre}>${escapeText(String(contenido))}</${nombre}>\n`
  const inner = (contenido as readonly Nodo[]).map((one) => renderNodo(one, sangria, depth + 1)).join('')
  return `${before}<${nombre}>\n${inner}${before}</${nombre}>\n`
}
