// The tree that the reader makes of a file, and the few ways of asking it for something.

export interface Atributo {
  /** As written, prefix included. */
  nombre: string
  valor: string
}

/** An element. `inicio` and `fin` delimit its text in the file, tags included. */
export interface Elemento {
  nombre: string
  local: string
  /** Namespace of the element in its place in the file; '' when it has none. */
  ns: string
  atributos: Atributo[]
  /** Child elements and decoded text, in the order of the file. Comments are dropped. */
  hijos: (Elemento | string)[]
  padre: Elemento | null
  inicio: number
  fin: number
}

/** The first child element of that local name. */
export function hijo(elemento: Elemento | null | undefined, local: string): Elemento | null {
  if (elemento) for (const h of elemento.hijos) if (typeof h !== 'string' && h.local === local) return h
  return null
}

/** All child elements, or those of that local name. */
export const hijos = (elemento: Elemento | null | undefined, local?: string): Elemento[] =>
  (elemento?.hijos ?? []).filter(
    (h): h is Elemento => typeof h !== 'string' && (local === undefined || h.local === local),
  )

/** The element at a path of local names. */
export function en(elemento: Elemento | null | undefined, ruta: string): Elemento | null {
  let actual = elemento ?? null
  for (const local of ruta.split('/')) actual = hijo(actual, local)
  return actual
}

/** All the elements at a path of local names: one for each repetition along the way. */
export const todosEn = (elemento: Elemento | null | undefined, ruta: string): Elemento[] =>
  ruta === ''
    ? elemento
      ? [elemento]
      : []
    : ruta
        .split('/')
        .reduce<Elemento[]>(
          (nivel, local) => nivel.flatMap((e) => hijos(e, local)),
          elemento ? [elemento] : [],
        )

/** The text directly inside an element; '' when there is no element. */
export function texto(elemento: Elemento | null | undefined): string {
  if (!elemento) return ''
  const { hijos } = elemento
  if (hijos.length === 1 && typeof hijos[0] === 'string') return hijos[0]
  return hijos.filter((h) => typeof h === 'string').join('')
}

/** The text of the element at a path, trimmed; '' when it is absent. */
export const textoEn = (elemento: Elemento | null | undefined, ruta: string): string =>
  texto(en(elemento, ruta)).trim()

export const atributo = (elemento: Elemento, nombre: string): string | undefined =>
  elemento.atributos.find((a) => a.nombre === nombre)?.valor
