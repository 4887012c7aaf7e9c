// Where ink falls on a drawn page, for the tests of every paper.
import { expect } from 'bun:test'
import type { Pagina, Texto } from '../../src/pdf/lienzo'

/** The ink of a line of text: from the top of its capitals to the bottom of its descenders. */
export const box = ({ x, y, ancho, cuerpo }: Texto) => ({
  left: x,
  right: x + ancho,
  top: y - cuerpo * 0.72,
  bottom: y + cuerpo * 0.2,
})

/** Pairs of texts whose ink meets, as readable pairs. */
function overlaps({ textos }: Pagina): string[] {
  const sorted = textos.map((t) => ({ ...box(t), codes: t.codes })).sort((a, b) => a.top - b.top)
  const out: string[] = []
  sorted.forEach((a, i) => {
    for (let j = i + 1; j < sorted.length && sorted[j]!.top < a.bottom; j++) {
      const b = sorted[j]!
      if (a.left < b.right && b.left < a.right) out.push(`${a.codes} | ${b.codes}`)
    }
  })
  return out
}

function outside({ textos, ancho, alto }: Pagina, margen: number): string[] {
  return textos
    .filter((t) => {
      const { left, right, top, bottom } = box(t)
      return left < margen || right > ancho - margen || top < 12 || bottom > alto - 8
    })
    .map((t) => t.codes)
}

/** Nothing meets and nothing leaves the page, whose margin is `margen` points. */
export function expectSound(paginas: readonly Pagina[], margen = 30): void {
  for (const pagina of paginas) {
    expect(overlaps(pagina)).toEqual([])
    expect(outside(pagina, margen)).toEqual([])
  }
}
