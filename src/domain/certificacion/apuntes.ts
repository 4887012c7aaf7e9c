// Faults and doubts written down while a set is read, and its lines.

import type { DudaSet, FaltaSet } from './set'

/** Faults that are told one by one; of the rest their number. */
const FALTAS_MAX = 100

export class Apuntes {
  readonly dudas: DudaSet[] = []
  private readonly faltas: FaltaSet[] = []
  private omitidas = 0
  /** The line of the first doubt that found no room. */
  private sobrante: number | null = null

  falta(linea: number, codigo: string, mensaje: string): void {
    if (this.faltas.length < FALTAS_MAX) this.faltas.push({ linea, codigo, mensaje })
    else this.omitidas++
  }

  duda(duda: DudaSet): void {
    if (this.dudas.length < FALTAS_MAX) this.dudas.push(duda)
    else this.sobrante ??= duda.linea
  }

  /** The faults in the order of the text, and at the end how many are not told; doubts beyond all count are one. */
  told(): FaltaSet[] {
    if (this.sobrante !== null) {
      const mensaje = `El texto deja más de ${FALTAS_MAX} preguntas: vuelva a bajar el archivo`
      this.falta(this.sobrante, 'muchas_dudas', mensaje)
      this.sobrante = null
    }
    const all = [...this.faltas].sort((a, b) => a.linea - b.linea)
    if (!this.omitidas) return all
    const mensaje = `Hay ${this.omitidas} faltas más que no se muestran: corrija o vuelva a bajar el archivo`
    return [...all, { linea: all.at(-1)!.linea, codigo: 'mas_faltas', mensaje }]
  }
}

/** A piece of the text in a message, short. */
export const quote = (text: string): string => {
  const plain = text.replace(/[ \t]+/g, ' ').trim()
  return `«${plain.length > 60 ? `${plain.slice(0, 57)}…` : plain}»`
}

/** A line of the file. */
export interface Linea {
  /** From 1. */
  n: number
  raw: string
  /** Folded, to be compared. */
  clave: string
}

/** A line of marks alone: `=`, `-` and the like. */
export const isRegla = ({ clave }: Linea): boolean => /^[=_*-]{3,}$/.test(clave)

/** The cells of a line: between them a tab, or two blanks and more; a lone `%` belongs to its number. */
export function cellsOf(raw: string): string[] {
  const cells = raw
    .trim()
    .split(/\t+/)
    .flatMap((piece) => piece.split(/ {2,}/))
    .map((cell) => cell.trim())
    .filter(Boolean)
  return raw.includes('%') ? joinPercent(cells) : cells
}

function joinPercent(cells: readonly string[]): string[] {
  const joined: string[] = []
  for (const cell of cells) {
    if (cell === '%' && /\d$/.test(joined.at(-1) ?? '')) joined[joined.length - 1] += '%'
    else if (joined.at(-1) === '%' && /^\d/.test(cell)) joined[joined.length - 1] += cell
    else joined.push(cell)
  }
  return joined
}
