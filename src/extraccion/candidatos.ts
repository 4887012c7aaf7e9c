// The candidates of a field by its labels, and the proposed one: the surest label's value; others of its
// kind make it doubtful.

import { type Documento, findLabels, type Hallada, valueAt } from './documento'
import type { Etiqueta } from './etiquetas'
import type { Campo, CampoDudoso } from './tipos'

interface Candidato<T> {
  valor: T
  peso: number
  etiqueta: Hallada
}

/** In the order of the file within each label, the heaviest labels first. */
export function candidatesOf<T>(
  doc: Documento,
  etiquetas: readonly Etiqueta[],
  accept: (texto: string) => T | null,
  admits: (label: Hallada) => boolean = () => true,
): Candidato<T>[] {
  const seen = new Set<string>()
  return etiquetas.flatMap(({ peso, palabras }) =>
    findLabels(doc, palabras).flatMap((etiqueta) => {
      const { linea, columna } = etiqueta.casilla
      if (seen.has(`${linea}.${columna}`) || !admits(etiqueta)) return []
      const valor = valueAt(doc, etiqueta, accept)
      if (valor === null) return []
      seen.add(`${linea}.${columna}`)
      return [{ valor, peso, etiqueta }]
    }),
  )
}

/** Values without repetition, in their order. */
export const distinct = <T>(values: readonly T[]): T[] => [...new Set(values)]

/** The heaviest candidates. */
export const heaviest = <T>(candidates: readonly Candidato<T>[]): Candidato<T>[] => {
  const max = Math.max(...candidates.map(({ peso }) => peso))
  return candidates.filter(({ peso }) => peso === max)
}

/** Collects doubts, one entry a field. */
export function createDudas() {
  const dudas = new Map<Campo, CampoDudoso>()
  return {
    add(campo: Campo, motivo: string, alternativas: readonly string[] = []): void {
      const known = dudas.get(campo)
      if (!known) dudas.set(campo, { campo, motivo, alternativas: [...alternativas] })
      else {
        if (!known.motivo.includes(motivo)) known.motivo += `; ${motivo}`
        known.alternativas = distinct([...known.alternativas, ...alternativas])
      }
    },
    has: (campo: Campo): boolean => dudas.has(campo),
    list: (): CampoDudoso[] => [...dudas.values()],
  }
}

export type Dudas = ReturnType<typeof createDudas>
