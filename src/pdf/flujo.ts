// Lays rows down a page and opens the next one when they no longer fit.
import type { Pagina } from './lienzo'

/** A row of known height that paints itself with its upper edge at `y`. */
export interface Renglon {
  alto: number
  paint(pagina: Pagina, y: number): void
}

export const altoDe = (renglones: readonly Renglon[]): number => renglones.reduce((sum, r) => sum + r.alto, 0)

/** An empty row: space. */
export const espacio = (alto: number): Renglon => ({ alto, paint: () => {} })

/** A block higher than this is split where the page ends, rather than leave a hole. */
export const PARTIBLE = 240
/** So much of it must fit where it begins. */
const MINIMO = 80

export interface Flujo {
  /** Puts rows that belong together; `reserva` is room that should remain below them on the same page. */
  place(bloque: readonly Renglon[], reserva?: number): void
  /** Rows repeated at the top of each page opened from now on. */
  setCabeza(cabeza: readonly Renglon[]): void
  /** Puts rows so that they end at `limite`, on the present page when they fit. */
  placeAtFoot(bloque: readonly Renglon[]): void
  paginas: Pagina[]
}

export interface Hojas {
  /** Makes a page, with all that is not a row, and says where its rows begin. */
  open(numero: number): { pagina: Pagina; y: number }
  /** Where rows begin on every page but the first. */
  inicio: number
  /** Where rows must end. */
  limite: number
}

export function createFlujo({ open, inicio, limite }: Hojas): Flujo {
  const paginas: Pagina[] = []
  let cabeza: readonly Renglon[] = []
  let y = 0
  let top = 0

  const paint = (renglon: Renglon): void => {
    renglon.paint(paginas.at(-1)!, y)
    y += renglon.alto
  }
  const turn = (): void => {
    const next = open(paginas.length + 1)
    paginas.push(next.pagina)
    y = next.y
    cabeza.forEach(paint)
    top = y
  }
  turn()

  return {
    paginas,
    setCabeza(renglones) {
      cabeza = renglones
    },
    place(bloque, reserva = 0) {
      const entero = altoDe(bloque)
      const alto = entero > PARTIBLE ? MINIMO : entero + reserva
      if (y + alto > limite && y > top && inicio + altoDe(cabeza) + alto <= limite) turn()
      for (const renglon of bloque) {
        if (y + renglon.alto > limite && y > top) turn()
        paint(renglon)
      }
    },
    placeAtFoot(bloque) {
      const alto = altoDe(bloque)
      if (y + alto > limite && y > top) turn()
      y = Math.max(y, limite - alto)
      bloque.forEach(paint)
    },
  }
}
