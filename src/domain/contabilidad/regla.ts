// Rules that give each part of a document its account: by order, the first that fits (areas/contabilidad §3). No account comes from here.

import type { Apunte } from './apunte'
import type { Libro } from './libros'

export interface Regla {
  id: string
  orden: number
  libro: Libro
  /** A part's name, whole or without its code. */
  componente: string
  tipos: readonly number[] | null
  rut: string | null
  tipoCompra: readonly number[] | null
  cuenta: string
  centro: string | null
  /** `rut`, `cuerpo` (the RUT without its digit), or a code as it stands. */
  auxiliar: string | null
  codigoDoc: string | null
  glosa: string | null
}

/** The part without its code. */
const nameOf = (componente: string): string => {
  const at = componente.indexOf(':')
  return at < 0 ? componente : componente.slice(0, at)
}

const fits = (
  { tipos, rut, tipoCompra }: Regla,
  apunte: Pick<Apunte, 'tipoDte' | 'rut' | 'tipoCompra'>,
): boolean =>
  (!tipos || (apunte.tipoDte !== null && tipos.includes(apunte.tipoDte))) &&
  (!rut || apunte.rut === rut) &&
  (!tipoCompra || (apunte.tipoCompra !== null && tipoCompra.includes(apunte.tipoCompra)))

export type FindRegla = (apunte: Apunte, componente: string) => Regla | null

/** The rules in order; those of the same order by which came first. */
export function createFindRegla(reglas: readonly Regla[]): FindRegla {
  const sorted = reglas.toSorted((a, b) => a.orden - b.orden || (a.id < b.id ? -1 : 1))
  const found = new Map<string, Regla[]>()
  const of = (libro: Libro, componente: string): Regla[] => {
    const key = `${libro}/${componente}`
    let own = found.get(key)
    if (!own) {
      const name = nameOf(componente)
      own = sorted.filter(
        (one) => one.libro === libro && (one.componente === componente || one.componente === name),
      )
      found.set(key, own)
    }
    return own
  }
  return (apunte, componente) => of(apunte.libro, componente).find((one) => fits(one, apunte)) ?? null
}

/** The other party's code in the accounts. */
export function codeOfParty({ auxiliar }: Pick<Regla, 'auxiliar'>, rut: string | null): string | null {
  if (auxiliar === 'rut') return rut
  if (auxiliar === 'cuerpo') return rut && rut.split('-')[0]!
  return auxiliar
}

/** The words that a text may have between braces. */
export const PALABRAS_GLOSA = ['libro', 'periodo', 'fecha', 'tipo', 'folio', 'rut', 'nombre'] as const

/** The words of a text that are none of these. */
export const unknownWords = (glosa: string): string[] =>
  [...glosa.matchAll(/\{([^{}]*)\}/g)]
    .map(([, word]) => word!)
    .filter((word) => !(PALABRAS_GLOSA as readonly string[]).includes(word))

type Palabras = Partial<Record<(typeof PALABRAS_GLOSA)[number], string | number | null>>

/** A text with its words; of one that has none here nothing is left. */
export const writeGlosa = (glosa: string, palabras: Palabras): string =>
  glosa
    .replace(/\{([^{}]*)\}/g, (_, word: string) => String(palabras[word as keyof Palabras] ?? ''))
    .replace(/ {2,}/g, ' ')
    .trim()
